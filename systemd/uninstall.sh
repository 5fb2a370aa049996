# shellcheck shell=sh
# Removal of everything that a set-up has installed: for systemd/appliance, which defines the names and folders.
# shellcheck disable=SC2154 # shared with systemd/appliance

uninstall() {
    if [ -e "$manifest" ]; then
        units=$(units_of "$home/current")
        # shellcheck disable=SC2086 # words
        systemctl --quiet disable $units $judge $venue || true
        systemctl stop 'ligretto-*' $judge || true
        for folder in usb hall uplink table display; do # also so that the files on a stick are not deleted
            umount --lazy --quiet $runtime/$folder 2>/dev/null || true
        done
        start_with_text
        while read -r file; do rm -f "$file"; done <"$manifest"
        rm -f $results_network
        rmdir --ignore-fail-on-non-empty /etc/systemd/system/ligretto-*.service.d 2>/dev/null || true
        rm -rf --one-file-system "$home" $runtime /run/ligretto-credentials
        systemctl daemon-reload
    fi
    if [ -z "$purge" ]; then
        left="/etc/ligretto-kiosk and /var/lib/ligretto-kiosk"
        for folder in /var/lib/ligretto-uplink /var/lib/ligretto-scoreboard /var/lib/ligretto-hall; do # most tables have no hall
            [ ! -d $folder ] || rmdir $folder 2>/dev/null || left="$folder, $left"
        done
        echo "Removed, except $left (--uninstall --purge removes these too)"
        return
    fi
    rm -f /etc/credstore/ligretto-store-password /etc/credstore/ligretto-hall-password
    for folder in /etc/ligretto-kiosk $state $state-display /var/lib/ligretto-uplink /var/lib/ligretto-scoreboard /var/lib/ligretto-hall; do
        rm -rf "$folder" || true # a mount point stays, empty
    done
    for user in ligretto-table ligretto-display ligretto-uplink ligretto-scoreboard; do
        if getent passwd $user >/dev/null; then userdel $user; fi
    done
    if getent group ligretto >/dev/null; then groupdel ligretto; fi
    echo "Removed, with all results and settings"
}
