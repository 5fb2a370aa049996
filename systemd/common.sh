# shellcheck shell=sh
# Shared by systemd/setup and systemd/appliance: installation of Debian packages, and the check of Python's version.

# Libraries that Kivy's wheel loads: OpenGL for every window, the X libraries for a desktop's window (libxi6:
# multi-touch), libgbm and libdrm for a screen without a desktop, libmtdev for the input providers that Kivy loads and
# the kiosk removes.
kivy_packages="libegl1 libgl1 libgl1-mesa-dri
    libx11-6 libxcursor1 libxext6 libxi6 libxrandr2 libxrender1
    libdrm2 libgbm1 libmtdev1 libudev1 libfribidi0"

fail() {
    echo "systemd/setup: $*" >&2
    exit 1
}

# ---------------------------------------------------------------------------------------------- system packages

installed() { # package
    test "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed
}

missing_packages() { # package...: those not installed, neither under this name nor under Trixie's with the suffix t64
    for package in "$@"; do
        installed "$package" || installed "${package}t64" || echo "$package"
    done
}

install_packages() { # package...
    if [ "$(id -u)" = 0 ]; then as_root=""; elif sudo -n true 2>/dev/null; then as_root="sudo"; else
        echo "systemd/setup: these system packages are missing and need an administrator:" >&2
        echo "    sudo apt-get install $*" >&2
        return 0
    fi
    echo "Installing system packages: $*"
    # Wait for the lock: a machine that was just switched on may be looking for updates.
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
    # The package lists, empty or old on a new machine, are updated only for a second try: usually it wastes time.
    $apt install --no-install-recommends -y "$@" >/dev/null 2>&1 && return
    if ! $apt update || ! $apt install --no-install-recommends -y "$@" >/dev/null; then
        fail "apt-get could not install them: is there a network, and is the clock right ($(date +%F))? Fix the errors above, or run: sudo apt-get install $*"
    fi
}

system_packages() { # package...
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "This is no Debian, Raspberry Pi OS or Ubuntu. Install your system's equivalents of these packages:" "$@"
        return
    fi
    # shellcheck disable=SC2046 # words
    set -- $(missing_packages "$@")
    test $# = 0 || install_packages "$@"
}

# ---------------------------------------------------------------------------------------------- Python

fits() { # interpreter
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}
