# shellcheck shell=sh
# The outcome of a configuration that staff have brought on a stick, told at the menu and by the doctor: for
# systemd/take-configuration, and for systemd/appliance, which defines $release, $configuration $state and $trial.
# shellcheck disable=SC2154 # shared with both

outcome=/run/ligretto/configuration-outcome # a word, then why, if it was not taken

tell_outcome() { # installed, taken-back or refused, and a file with why
    { echo "$1" && tail -n 1 "${2:-/dev/null}" | cut -c 1-300; } >"$outcome.new" && mv -T "$outcome.new" "$outcome"
}

has_started() { # true if the table has started with the configuration on trial, and not with the last good one
    test -e "$trial/from-stick" || return 0
    KIOSK_STATE_DIR=$state setpriv --reuid=ligretto-table --regid=ligretto-table --clear-groups -- \
        "$release/venv/bin/python" -m kiosk.config.proposal started "$configuration"
}

tell_trial() { # installed or taken-back
    if [ -e "$trial/from-stick" ]; then tell_outcome "$1"; fi
}
