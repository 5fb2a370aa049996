"""The languages of the table: their catalogues (``*/LC_MESSAGES/kiosk.po``) and the texts read from them."""
