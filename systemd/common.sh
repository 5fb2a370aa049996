# shellcheck shell=sh
# What systemd/setup and systemd/appliance share: Debian's packages, and a Python that fits.

# What Kivy's wheel loads when it is there: OpenGL for every window, the X libraries for one on a desktop (libxi6: its
# fingers), libgbm and libdrm for a screen without a desktop, libmtdev for the
# input providers that Kivy loads and the kiosk removes.
kivy_packages="libegl1 libgl1 libgl1-mesa-dri
    libx11-6 libxcursor1 libxext6 libxi6 libxrandr2 libxrender1
    libdrm2 libgbm1 libmtdev1 libudev1"

fail() {
    echo "systemd/setup: $*" >&2
    exit 1
}

# ---------------------------------------------------------------------------------------------- system packages

installed() { # package
    test "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed
}

missing_packages() { # package...: those that are not installed, neither so nor as Trixie calls libraries with longer times
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
    # A machine that was just switched on may be looking for updates.
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
    # Only a second try renews the package lists: on a fresh machine they are empty or old, else it costs time for nothing.
    $apt install --no-install-recommends -y "$@" >/dev/null 2>&1 && return
    if ! $apt update || ! $apt install --no-install-recommends -y "$@" >/dev/null; then
        fail "apt-get could not install them; is this machine in the network? Mend what it says, or run: sudo apt-get install $*"
    fi
}

system_packages() { # package...
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "This is no Debian, Raspberry Pi OS or Ubuntu. Kivy needs from your system what is called there:" "$@"
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
