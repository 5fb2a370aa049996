# shellcheck shell=sh
# The table's configuration, and what it needs of a Raspberry Pi's firmware: for systemd/appliance, which defines
# $release, $scratch, $configuration, $config, $config_txt, $changed, fail and put.
#
# In config.txt a set-up writes a block of lines between two marks (kiosk/config/config_txt.py), and nothing else.
# shellcheck disable=SC2034,SC2154 # shared with systemd/appliance

firmware=/boot/firmware # of a Raspberry Pi
firmware_changed=""
results_network=/etc/systemd/system/ligretto-venue.service.d/results-on-a-server.conf

default_configuration() {
    if grep -qs "Raspberry Pi" /proc/device-tree/model; then
        sed 's/^kind = "simulated".*/kind = "gpio"/' kiosk/config/four_seats.toml
        printf '\n[touch]\nprovider = "evdev"\n\n[window]\nfullscreen = true\n'
    else
        cat kiosk/config/four_seats.toml
    fi
}

choose_configuration() { # the file given by --config, or a default one if there is none yet; otherwise no change
    if [ -n "$config" ]; then
        "$release/venv/bin/kiosk" config check "$config" || fail "$config: nothing has been changed"
        cp "$config" "$scratch/table.toml"
    elif [ ! -e "$configuration" ]; then
        default_configuration >"$scratch/table.toml"
    fi
}

add_packages() { # what this configuration needs of Python packages besides; a table without them plays all the same
    table=$scratch/table.toml
    if [ ! -e "$table" ]; then table=$configuration; fi
    "$release/venv/bin/python" -m kiosk.config.extras "$table" >"$scratch/requirements" || return 0
    if [ ! -s "$scratch/requirements" ]; then return 0; fi
    echo "Installing the Python packages that [venue] needs, unless they are there"
    "$release/venv/bin/python" -m pip install -qq --retries 1 --disable-pip-version-check \
        --root-user-action=ignore -r "$scratch/requirements" -c "$release/systemd/constraints.txt" ||
        echo "systemd/setup: they are missing (see above): what [venue] says has to wait until this is repeated with a network" >&2
}

allow_network() { # release: the results' service has a network while they are on a server, and only then
    answer=$("$1/venv/bin/python" -m kiosk.config.extras --results "$configuration" 2>/dev/null) || return 0
    wanted=$1/systemd/results-on-a-server.conf
    if [ "$answer" = server ] && ! cmp -s "$wanted" "$results_network"; then
        put "$wanted" "$results_network" || return 1
        changed=yes
    elif [ "$answer" = file ] && [ -e "$results_network" ]; then
        rm -f "$results_network" || return 1
        changed=yes
    fi
}

put_configuration() { # file (which need not exist)
    if is_configured "$1"; then return 0; fi
    put "$1" "$configuration" || return 1
    changed=yes
}

is_configured() {
    test ! -e "$1" || cmp -s "$1" "$configuration"
}

# ---------------------------------------------------------------------------------------------- config.txt

choose_firmware() { # what the configuration needs, and the lines of --config-txt: nothing is refused that runs already
    if [ ! -e "$firmware/config.txt" ]; then
        test -z "$config_txt" || fail "--config-txt: there is no $firmware/config.txt here; nothing has been changed"
        return 0
    fi
    table=$scratch/table.toml
    if [ ! -e "$table" ]; then table=$configuration; fi
    ask_firmware derive "$table" ${config_txt:+--new --config-txt "$config_txt"} ${config:+--new} \
        >"$scratch/config.txt" && return
    test -z "$config$config_txt" || fail "$firmware/config.txt cannot be as this table needs it (see above); nothing has been changed"
    rm -f "$scratch/config.txt"
}

ask_firmware() { # question, configuration, option...
    question=$1 table=$2
    shift 2
    "$release/venv/bin/python" -m kiosk.config.pi_setup "$question" "$table" "$firmware/config.txt" "$@"
}

keep_firmware() { # folder: the file as it is, for a rollback, and as it is to be
    if [ ! -e "$scratch/config.txt" ]; then return 0; fi
    if [ ! -e "$1/config.txt" ]; then put "$firmware/config.txt" "$1/config.txt"; fi
    put "$scratch/config.txt" "$1/wanted-config.txt"
}

put_firmware() { # file (which need not exist)
    if [ ! -e "$1" ] || cmp -s "$1" "$firmware/config.txt"; then return 0; fi
    if put_boot_file "$1" config.txt; then
        firmware_changed=yes
    else
        echo "systemd/setup: $firmware/config.txt could not be changed: what the table needs there is missing" >&2
    fi
}

put_boot_file() { # file, name: atomic, and durable
    cp "$1" "$firmware/$2.new" && sync "$firmware/$2.new" && mv "$firmware/$2.new" "$firmware/$2" && sync
}

tell_about_firmware() { # what of it is not there
    if [ -n "$firmware_changed" ]; then
        echo "$firmware/config.txt has been changed: restart once (sudo reboot), then: sudo kiosk doctor"
    elif [ -e "$firmware/config.txt" ]; then
        ask_firmware missing "$configuration" | sed 's/^/Missing: /'
    fi
}

forget_firmware() { # removes our lines; all others stay as they are
    if ! grep -qs '^# ligretto-kiosk begins' "$firmware/config.txt"; then return 0; fi
    sed '/^# ligretto-kiosk begins/,/^# ligretto-kiosk ends/d' "$firmware/config.txt" >"$scratch/config.txt"
    put_boot_file "$scratch/config.txt" config.txt || echo "systemd/setup: $firmware/config.txt could not be restored" >&2
    older=$firmware/config.txt.$before_us # a copy by an older release
    if cmp -s "$older" "$firmware/config.txt"; then rm -f "$older"; fi
}
