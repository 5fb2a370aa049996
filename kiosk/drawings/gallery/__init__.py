"""The gallery: every state of the table as pictures, and its moments as films, drawn from rounds that bots play."""
