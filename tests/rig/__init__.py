"""What tests that start real programs share: a touch screen without hardware, a running kiosk, a robot at the table."""
