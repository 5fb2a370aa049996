"""The atlas: looks on texture pages, each painted once. The only module where their pixels meet Kivy.

All pictures of a page are drawn by one command (``paint.vertices``). Numbers, times and names make new texts all day
long, so when a page is full, places of pictures that are no longer shown are reused, least recently requested first; a
new page is added only if that would not free enough room, and then none of them goes.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from operator import itemgetter
from typing import Final
from weakref import WeakValueDictionary

from kiosk.display.paint.art import Look
from kiosk.display.paint.cuts import WHOLE, Cut
from kiosk.display.paint.pages import Gathered, Upload, may_be, new_page, put, wipe
from kiosk.display.paint.painted import Painted, Painter, is_painted, kin, painted, room_of
from kiosk.display.paint.racks import Box, Rack
from kiosk.display.paint.spot import HELD_WORTH, Kept, Spot

SIDE: Final = 2048
"""The side of a page in pixels (16 MB). A table of twelve at 1920x1080 fills less than one page in a round, two seats
with their large cards less than two."""
ENOUGH: Final = 4
"""The number of pages that suffice for a table that switches between a few layouts (``begin_anew``)."""
FILLED: Final = 4096
"""The side of a page as large as these together, where a painter fills them ahead in any case: there, what is drawn
together lies on one page, and is one mesh. On four, each tray was cut into several, for a sixth of a frame's time."""
HIGH: Final = 64
"""Pictures at least this high, in pixels with their rim, are most likely cards and dice: they have a separate rack, as
they would find no room between texts, which come and go."""
_LOW_PART: Final = 1 / 4
"""The part of a page for lower pictures."""
LATEST: Final = 200
"""The number of most recently requested low pictures (texts, signs) that are kept, so that they are not repainted."""
UPLOADED: Final = 224 << 10
"""The bytes that are sent to the GPU in a frame; a picture that is larger is gathered there in several ones."""
FIRST: Final = 32 << 10
"""The bytes that a frame sends besides for what is first drawn in it, and nothing can stand in for."""
HELD: Final = 64 << 10
"""How much of them is left at most for what may be shown later: a frame has more to do."""
_LARGE: Final = 64 << 10
"""The bytes of a picture that takes too long for a frame to be read from the disk, or whose place, to be sent blank."""
_LOOKED_UP: Final = 16 << 10
"""The bytes whose upload takes as long as finding a picture."""
_LOOKS: Final = 30
"""The frames after which what is coming is looked through for what nobody sees any more."""


class Atlas:
    """The pictures of a window, on pages of ``side`` pixels.

    None: ``FILLED`` with a painter, if the GPU takes pages of that size, else ``SIDE``.

    ``painter``: paints elsewhere; what it has not painted yet is blank, or another size of it stands in. None: every
    picture is painted when it is first asked for.
    """

    def __init__(self, side: int | None = None, painter: Painter | None = None, *, hurries: bool = False) -> None:
        self._side = side or (FILLED if painter is not None and may_be(FILLED) else SIDE)
        self.enough = ENOUGH if self._side < FILLED else 1
        """The number of pages that suffice."""
        self._painter = painter if is_painted() else None
        self._high_racks: list[Rack[Kept]] = []  # one of each page
        self._low_racks: list[Rack[Kept]] = []  # likewise
        self._kept: dict[Look, Kept] = {}
        self._asked = itertools.count(1)
        self._old = 0  # a request since which so many low pictures have been requested as are kept in any case
        self._kin: defaultdict[Hashable, dict[Look, None]] = defaultdict(dict)
        self._soon: dict[Look, None] = {}  # what something else stands in for
        self._later: dict[Look, None] = {}  # what is to be held
        self._coming: dict[Look, bool] = {}  # what the painter was asked for; True: to be held
        self._uploads: list[Upload] = []
        self._held: list[Kept] = []
        self._new: list[Spot] = []  # what has arrived in this frame, and nobody may have asked for again
        self._standing: WeakValueDictionary[Look, Spot] = WeakValueDictionary()  # what stands in for these
        self._coarse: dict[Look, Look] = {}  # coarse ones that are coming, and of what
        self._looked = 0  # frames since it was last asked whether all that is coming is still shown
        self._begun = False
        self.left = UPLOADED
        """The bytes of pictures that this frame may still send. Whoever else sends any takes from them."""
        self.hurries = hurries
        """True while all that is at hand is shown at once, however large it is."""

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self._high_racks)

    def __len__(self) -> int:
        """Return the number of pictures."""
        return len(self._kept)

    def __contains__(self, look: Look) -> bool:
        return look in self._kept and self._kept[look].is_there

    def __iter__(self) -> Iterator[Look]:
        return iter(self._kept)

    @property
    def has_room(self) -> bool:
        """True if this frame may send further pictures that need not come in it."""
        return self._painter is None or self.left > 0

    @property
    def is_complete(self) -> bool:
        """True if nothing that is shown is still to come."""
        return not any(kept.is_shown and not kept.is_there for kept in self._kept.values())

    def spot(self, look: Look) -> Spot:
        """Return the place of the picture of ``look``, which is blank until it has been painted."""
        kept = self._kept.get(look)
        if kept is None or not kept.is_there:
            kept = self._get(look)
        kept.asked = next(self._asked)
        return kept.spot()

    def shown(self, look: Look) -> Spot:
        """Return the place of the picture of ``look``, or of one that stands in for it.

        Ask again once something has arrived (``frame``) if it ``waits``.
        """
        kept = self._kept.get(look)
        if kept is not None and kept.is_there:
            kept.asked = next(self._asked)
            return kept.spot()
        if self._painter is None:
            return self.spot(look)
        nearest = self._nearest(look)
        if nearest is None or (kept is None and self._fetch(look)):
            return self.spot(look)
        self._soon.setdefault(look)
        nearest.asked = next(self._asked)
        spot = self._standing.get(look)
        if spot is None or spot.lent is not nearest.spot():
            spot = self._standing[look] = nearest.spot().stand_in(look)
        return spot

    def betters(self, look: Look, spot: Spot) -> bool:
        """Return whether something better can be shown by now than at this place of a picture that waits."""
        if not spot.waits or look in self:
            return spot.waits
        nearest = self._nearest(look)
        return nearest is not None and nearest.spot() is not spot.lent

    def hold(self, look: Look) -> None:
        """Keep the picture of ``look`` until ``let_go``, and get it when there is time, and room on enough pages."""
        kept = self._kept.get(look)
        if kept is not None:
            self._hold(kept)
        else:
            self._later.setdefault(look)

    def _hold(self, kept: Kept) -> None:
        self._held.append(kept)
        kept.held = kept.held or len(self._held)

    def let_go(self) -> None:
        """Keep what is held no longer."""
        for kept in self._held:
            kept.held = 0
        self._held.clear()
        self._later.clear()
        self._forget(lambda look: self._coming[look])

    def begin_frame(self) -> None:
        """Begin a frame: what is drawn in it, before and after ``frame``, and what that sends have one limit."""
        self.left, self._begun = UPLOADED, True

    def frame(self, *, idle: bool = True) -> bool:
        """Put what has come onto the pages, as much as a frame has time for; return whether any picture is there now.

        Call it once a frame. ``idle``: the frame has little else to do, so what is to be held may come, too.
        """
        if not self._begun:
            self.begin_frame()
        self._new, self._begun = [], False
        self._looked = (self._looked + 1) % _LOOKS
        if self._coming and not self._looked:
            self._forget(lambda look: not (self._coming[look] or self._is_seen(look)))
        while self.left > 0 and self._soon:
            self._expect(self._soon, held=False)
        for upload in [one for one in self._uploads if not one.held]:
            if self.left > 0:
                self._upload(upload)
        kept_free = max(0, self.left - HELD)
        self.left -= kept_free
        while idle and self.left > 0 and (self._uploads or self._later):
            if not self._uploads:
                self._expect(self._later, held=True)
            elif not self._upload(self._uploads[0]):
                break
        self.left = kept_free + max(0, self.left)  # the rest is for the table itself, and what is drawn in this frame
        return bool(self._new)

    def _expect(self, looks: dict[Look, None], *, held: bool) -> None:
        """Get the first of these, or ask for it."""
        look = next(iter(looks))
        del looks[look]
        if held and look in self:  # it has been shown meanwhile
            self._hold(self._kept[look])
        if self._painter is None or look in self or self._come(look, held=held) is not None:
            return
        self.left -= _LOOKED_UP
        if look in self._coming:
            self._ask(look, held=held)
        elif held and 4 * math.prod(room_of(look)) > _LARGE:  # the painter has time to take it from the disk
            self._ask(look, held=True)
        elif (picture := self._painter.find(look)) is not None:
            self._uploads.append(Upload(look, picture, held=held))
        else:
            self._ask(look, held=held)

    def _ask(self, look: Look, *, held: bool = False) -> None:
        """Ask for a picture, and first for a coarse one that it names, if it is shown."""
        if self._painter is None:
            return
        coarse: Look | None = None if held else getattr(look, "coarse", None)
        if coarse is not None and coarse not in self and self._come(coarse, held=False) is None:
            self._coarse[coarse] = look
            self._ask(coarse)
        if look not in self._coming:
            self._coming[look] = held
            self._painter.ask(look, self._take, urgent=not held)
        elif self._coming[look] and not held:
            self._coming[look] = False
            self._painter.hasten(look)

    def _is_seen(self, look: Look) -> bool:
        """Return whether the place of a picture that is coming is shown, or what stands in for it."""
        kept = self._kept.get(look)
        if look in self._standing or look in self._soon or (kept is not None and kept.is_shown):
            return True
        return look in self._coarse and self._is_seen(self._coarse[look])

    def _forget(self, is_needless: Callable[[Look], bool]) -> None:
        """Let the painter not paint what is coming, and needless."""
        for look in [*filter(is_needless, self._coming)]:
            if self._painter is not None:
                self._painter.forget(look)
            del self._coming[look]
            self._coarse.pop(look, None)

    def _come(self, look: Look, *, held: bool) -> Upload | None:
        """Return a picture if it has come; what is shown is no longer only ``held``."""
        upload = next((one for one in self._uploads if one.look == look), None)
        if upload is not None:
            upload.held = upload.held and held
        return upload

    def _take(self, look: Look, picture: Painted) -> None:
        """Take a picture that was asked for."""
        self._coarse.pop(look, None)
        if look in self._coming:
            self._uploads.append(Upload(look, picture, held=self._coming.pop(look)))

    def _upload(self, upload: Upload) -> bool:
        """Put a picture that has come onto its page, or gather more of it; False if it waits for the next frame.

        On its page it comes as a whole: half of it would be seen.
        """
        picture, size = upload.picture, len(upload.picture.pixels)
        is_whole = upload.gathered is None and size <= (HELD if upload.held else UPLOADED)
        if self.left < (size if is_whole else 4 * picture.size[0]):
            return False
        kept = None if upload.look in self else self._room_for(upload)
        if kept is not None and not is_whole:
            if upload.spot is None:
                self._blank(kept)
                upload.spot = kept.spot()
            self.left -= upload.gather(self.left)
            if not upload.is_gathered:
                return True
        self._uploads.remove(upload)
        if kept is not None:
            self.left -= size if is_whole else 0
            kept.arrive(picture, upload.gathered)
        if upload.look in self:
            kept = self._kept[upload.look]
            if upload.held:
                self._hold(kept)
            else:
                self._new.append(kept.spot())
        return True

    def _room_for(self, upload: Upload) -> Kept | None:
        """Return the room of a picture that has come; None: it is to be held, and there is none on enough pages."""
        look, picture = upload.look, upload.picture
        is_full = (
            upload.held and look not in self._kept and self.pages >= self.enough and not self._has_room(*picture.size)
        )
        return None if is_full else self._waiting_or_new(look, picture)

    def _get(self, look: Look) -> Kept:
        """Put a picture onto its page if it is at hand, or make room for it, which is blank until it comes."""
        upload = self._come(look, held=False)
        if upload is None:
            picture = painted(look) if self._painter is None else self._painter.find(look)
            if picture is None:
                self._ask(look)
            else:
                self._coming.pop(look, None)
                upload = Upload(look, picture)
                self._uploads.append(upload)
        if upload is None or upload.gathered is not None or len(upload.picture.pixels) > self.at_once + FIRST:
            return self._kept.get(look) or self._reserve(look)
        self._uploads.remove(upload)
        return self._keep(look, upload.picture)

    def _fetch(self, look: Look) -> bool:
        """Put a picture that is at hand onto its page, unless this frame has no time left for it."""
        if self._painter is None or 4 * math.prod(room_of(look)) > self.at_once:
            return False
        picture = self._painter.find(look)
        return picture is not None and self._keep(look, picture) is not None

    @property
    def at_once(self) -> float:
        """The bytes of a picture that comes in this frame if it is at hand: what is left of them, or any number."""
        return math.inf if self._painter is None or self.hurries else self.left

    def _keep(self, look: Look, picture: Painted) -> Kept:
        kept = self._waiting_or_new(look, picture)
        kept.arrive(picture)
        self.left -= len(picture.pixels)
        return kept

    def _waiting_or_new(self, look: Look, picture: Painted) -> Kept:
        """Return the room that is kept for a picture, which may be shown blank already, or a new one."""
        kept = self._kept.get(look)
        return kept if kept and kept.box[2:] == picture.size else self._place(look, picture.size, picture.cut)

    def _reserve(self, look: Look) -> Kept:
        """Make room for a picture that is still to come; until then it is blank, or what it names is there."""
        size = room_of(look)
        kept = self._place(look, size, getattr(look, "cut", None) or WHOLE)
        other = self._kept.get(getattr(look, "meanwhile", None) or look)
        if other is not None and other.is_there and other.box[2:] == size:
            copy = Gathered(size)
            copy.take(other.rack.page, other.box[:2])
            copy.move(kept.rack.page, kept.box[:2])
        else:
            self._blank(kept)
        return kept

    def _blank(self, kept: Kept) -> None:
        """Make its place blank; to send a small picture takes less time, while the frame has any left."""
        page, (x, y, *size) = kept.rack.page, kept.box
        count = 4 * math.prod(size)
        if count > min(_LARGE, self.at_once + FIRST):
            wipe(page, (size[0], size[1]), (x, y))
        else:
            put(page, bytes(count), (size[0], size[1]), (x, y))
            self.left -= count

    def _place(self, look: Look, size: tuple[int, int], cut: Cut) -> Kept:
        self._drop(look)
        kept = self._kept[look] = Kept(look, self._room(*size), cut)
        kept.asked = next(self._asked)
        if self._painter is not None:
            kept.kin = kin(look)
            self._kin[kept.kin][look] = None
        return kept

    def _drop(self, look: Look) -> None:
        kept = self._kept.pop(look, None)
        if kept is not None:
            kept.rack.give(kept.box)
            if self._painter is not None:
                self._kin[kept.kin].pop(look, None)

    def _nearest(self, look: Look) -> Kept | None:
        """Return the picture of the same in the nearest size, or else of what a look names to be shown meanwhile."""
        alike = self._kin.get(kin(look), {})
        there = [(one, self._kept[one]) for one in alike if self._kept[one].is_there]
        if there:
            high = look.extent[1]
            return min(there, key=lambda found: abs(found[0].extent[1] - high))[1]
        meanwhile = getattr(look, "meanwhile", None)
        return self._nearest(meanwhile) if meanwhile is not None else None

    def begin_anew(self) -> None:
        """Forget all pictures; pages are freed when none of their pictures is shown any more."""
        self._forget(lambda _: True)
        for rack in (*self._high_racks, *self._low_racks):
            rack.clear()
        wanted = self._kept, self._kin, self._soon, self._later, self._standing, self._uploads, self._coarse
        for part in (*wanted, self._held, self._new, self._high_racks, self._low_racks):
            part.clear()

    def _room(self, w: int, h: int) -> tuple[Rack[Kept], Box]:
        """Take room: what is free, else that of pictures which may go, else that of a new page."""
        for rack in self._racks(h):
            if box := rack.take(w, h):
                return rack, box
        goes = self._needless(w, h, all_may_go=self.pages >= self.enough)
        for kept in goes:
            self._drop(kept.look)
        if not goes:
            self._add_page(w, h)
        return self._room(w, h)

    def _has_room(self, w: int, h: int) -> bool:
        """Return whether there is room on the pages that are there for what is to be held."""
        for rack in self._racks(h):
            if box := rack.take(w, h):
                rack.give(box)
                return True
        return bool(self._needless(w, h, all_may_go=False))

    def _racks(self, h: int) -> list[Rack[Kept]]:
        return self._high_racks if h >= HIGH else self._low_racks

    def _needless(self, w: int, h: int, *, all_may_go: bool) -> list[Kept]:
        """Return pictures that are not shown and may go for one of this size: the oldest; none if there are too few.

        ``all_may_go``: what was requested recently, too, and if need be what is held: what is shown comes before what
        may be.
        """
        dearest, goes = min((rack.cheapest(w, h) for rack in self._racks(h)), key=itemgetter(0), default=(math.inf, []))
        may_go = dearest < (math.inf if all_may_go else HELD_WORTH)
        return goes if may_go and (all_may_go or h >= HIGH or self._is_old(dearest)) else []

    def _is_old(self, asked: float) -> bool:
        """Return whether so many low pictures as are kept in any case have been requested since."""
        if asked >= self._old:
            low = sorted(kept.asked for kept in self._kept.values() if kept.box.h < HIGH)
            self._old = low[-LATEST] if len(low) >= LATEST else 0
        return asked < self._old

    def _add_page(self, w: int, h: int) -> None:
        """Add a page with room for a picture of this size."""
        part = 1 - _LOW_PART if h >= HIGH else _LOW_PART
        side = max(self._side, w, math.ceil(h / part))
        page = new_page((side, side))
        parting = math.floor(_LOW_PART * side + 1e-6)
        self._low_racks.append(Rack(page, 0, parting))
        self._high_racks.append(Rack(page, parting, side))
