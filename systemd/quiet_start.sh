# shellcheck shell=sh
# A boot without text on the screen: for systemd/appliance, which defines $home, $scratch, fail and put.
#
# Kernel and systemd print little, and that to a text console that is not visible (tty3). The original cmdline.txt is
# kept beside the changed one, to be restored.
# shellcheck disable=SC2154 # defined in systemd/appliance and systemd/configuration.sh

quiet_words="quiet loglevel=3 logo.nologo vt.global_cursor_default=0 systemd.show_status=false"
before_us=ligretto-kiosk-before # suffix of the copies of the original files
grub=/etc/default/grub.d/ligretto-kiosk.cfg

quiet_start() { # takes effect at the next start; a failure is only reported
    if [ -e "$firmware/cmdline.txt" ]; then
        quiet_line <"$firmware/cmdline.txt" >"$scratch/cmdline"
        change_command_line "$scratch/cmdline"
    fi
    if command -v update-grub >/dev/null && [ ! -e $grub ]; then
        # shellcheck disable=SC2016 # GRUB's own variable
        printf 'GRUB_CMDLINE_LINUX_DEFAULT="$GRUB_CMDLINE_LINUX_DEFAULT %s console=tty3"\nGRUB_TIMEOUT=0\n' "$quiet_words" >"$scratch/grub"
        put "$scratch/grub" $grub && update-grub >/dev/null 2>&1 || echo "systemd/setup: GRUB could not be configured for a quiet start" >&2
    fi
}

quiet_line() { # the kernel's command line with the missing words added
    read -r line || true
    line=$(echo "$line" | sed 's/console=tty1/console=tty3/')
    for word in $quiet_words; do
        case " $line " in
        *" $word "*) ;;
        *) line="$line $word" ;;
        esac
    done
    echo "$line"
}

change_command_line() { # file with the new one; a copy of the original is kept
    if cmp -s "$1" "$firmware/cmdline.txt"; then return 0; fi
    if [ ! -e "$firmware/cmdline.txt.$before_us" ]; then
        put_boot_file "$firmware/cmdline.txt" cmdline.txt.$before_us
    fi && put_boot_file "$1" cmdline.txt ||
        echo "systemd/setup: $firmware/cmdline.txt could not be changed: the table starts with text on the screen" >&2
}

start_with_text() { # restores the original files, unless they were changed since
    give_back_command_line
    forget_firmware
    if [ -e $grub ]; then
        rm -f $grub
        update-grub >/dev/null 2>&1 || true
    fi
    if [ -e "$home/current/systemd/show-picture" ]; then "$home/current/systemd/show-picture" --text 2>/dev/null || true; fi
}

give_back_command_line() {
    before=$firmware/cmdline.txt.$before_us
    if [ ! -e "$before" ]; then return 0; fi
    if quiet_line <"$before" | cmp -s - "$firmware/cmdline.txt"; then
        mv "$before" "$firmware/cmdline.txt"
    else
        echo "$firmware/cmdline.txt has been changed since the table was set up, and stays; the original: $before"
    fi
}
