# shellcheck shell=sh
# A boot without text on the screen: for systemd/appliance, which defines $home, $scratch, fail and put.
#
# Kernel and systemd print little, and that to a text console that is not visible (tty3). The original files of the
# firmware are kept beside the changed ones, to be restored.
# shellcheck disable=SC2154 # defined in systemd/appliance

quiet_words="quiet loglevel=3 logo.nologo vt.global_cursor_default=0 systemd.show_status=false"
firmware=/boot/firmware              # of a Raspberry Pi
before_us=ligretto-kiosk-before      # suffix of the copies of the original files
grub=/etc/default/grub.d/ligretto-kiosk.cfg

quiet_start() { # takes effect at the next start; a failure is only reported
    if [ -e $firmware/cmdline.txt ]; then
        quiet_line <$firmware/cmdline.txt >"$scratch/cmdline"
        change_boot_file cmdline.txt "$scratch/cmdline"
    fi
    if [ -e $firmware/config.txt ] && ! grep -q '^disable_splash=1' $firmware/config.txt; then
        quiet_config <$firmware/config.txt >"$scratch/config"
        change_boot_file config.txt "$scratch/config"
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

change_boot_file() { # name, new content: atomic, with a copy of the original
    if cmp -s "$2" "$firmware/$1"; then return 0; fi
    if [ ! -e "$firmware/$1.$before_us" ]; then
        cp "$firmware/$1" "$firmware/$1.new" && sync "$firmware/$1.new" && mv "$firmware/$1.new" "$firmware/$1.$before_us"
    fi && cp "$2" "$firmware/$1.new" && sync "$firmware/$1.new" && mv "$firmware/$1.new" "$firmware/$1" && sync ||
        echo "systemd/setup: $firmware/$1 could not be changed: the table starts with text on the screen" >&2
}

quiet_config() { # the firmware's settings with the missing one added
    cat
    printf '\n[all]\n# No rainbow before the table starts.\ndisable_splash=1\n'
}

start_with_text() { # restores the original files, unless they were changed since
    give_back cmdline.txt quiet_line
    give_back config.txt quiet_config
    if [ -e $grub ]; then
        rm -f $grub
        update-grub >/dev/null 2>&1 || true
    fi
    if [ -e "$home/current/systemd/show-picture" ]; then "$home/current/systemd/show-picture" --text 2>/dev/null || true; fi
}

give_back() { # name, function that has changed it
    before=$firmware/$1.$before_us
    if [ ! -e "$before" ]; then return 0; fi
    if "$2" <"$before" | cmp -s - "$firmware/$1"; then
        mv "$before" "$firmware/$1"
    else
        echo "$firmware/$1 has been changed since the table was set up, and stays; the original: $before"
    fi
}
