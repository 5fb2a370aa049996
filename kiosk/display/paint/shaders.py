"""The shaders of the table, and the attributes of their vertices.

The fragment shader of pieces, resting or in flight, drains their colours behind the front of a wave
(``motion.effects.Wave``), so that the Stop needs no second set of pictures; ``back`` is the way on which they have come
back. All of a wave is in two uniforms (``paint.mesh.Tide``): Kivy sends each of them again for each canvas in each
frame. Light keeps its colours. The light behind the front lies on the table: ``felt`` is 1 for the canvas with the
table's picture, whose alpha says how much of that light falls there, and 0 for the canvases of pieces and words, which
are only tinted near the caller. ``dusk`` is how dark the table is in the last seconds of a round (``motion.fuse``), 0
to 1: of the canvas with its picture alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class ShaderKind(NamedTuple):
    """A way to draw pictures: the vertex shader, its vertex attributes, and the fragment shader."""

    shader: str
    corner: tuple[tuple[bytes, int, str], ...]
    fragment: str

    @property
    def quad_bytes(self) -> int:
        """The bytes of the four corners of a picture."""
        return 16 * sum(size for _, size, _ in self.corner)


_PLAIN: Final = """
$HEADER$
void main(void) {
    gl_FragColor = frag_color * texture2D(texture0, tex_coord0);
}
"""
_DRAINED: Final = """
$HEADER$
varying vec2 place;
uniform mat4 tide;
uniform vec3 ebb;
uniform float felt;
uniform float dusk;
float line(float beyond) {
    return exp(-beyond * beyond / 26.0) + 0.6 * exp(-beyond * beyond / 420.0);
}
float front_of(float beyond) {
    return line(beyond) + 0.46 * exp(-abs(beyond) / (beyond < 0.0 ? 26.0 : 130.0));
}
void main(void) {
    vec4 drawn = frag_color * texture2D(texture0, tex_coord0);
    float falls = mix(1.0, drawn.a, felt);
    drawn.a = max(drawn.a, felt);
    drawn.rgb *= 1.0 - dusk * vec3(0.88, 1.0, 1.06);
    vec4 wave = tide[0];
    if (wave.w > 0.0) {
        vec4 spared = tide[1];
        vec4 front = tide[2];
        vec4 light = tide[3];
        vec2 breath = ebb.xy;
        float back = ebb.z;
        vec2 way = place - wave.xy;
        float far = length(way) / light.w;
        float behind = wave.z / light.w - far;
        vec2 inside = step(spared.xy, place) * step(place, spared.zw);
        float spare = inside.x * inside.y * mix(1.0, 1.0 - smoothstep(0.4, 0.9, falls), felt);
        float grey = dot(drawn.rgb, vec3(0.3, 0.55, 0.15));
        float drained = wave.w * clamp(behind / 40.0, 0.0, 1.0) * (1.0 - spare);
        drained *= clamp((far - back / light.w) / 40.0, 0.0, 1.0);
        drawn.rgb = mix(drawn.rgb, grey * (0.40 + 0.34 * grey) * vec3(0.93, 0.97, 1.0), drained);
        if (front.a + light.y > 0.0) {
            vec2 inward = normalize(0.5 * (spared.xy + spared.zw) - wave.xy);
            float deep = abs(dot(way, inward)) / light.w;
            float aside = abs(dot(way, vec2(-inward.y, inward.x)));
            float wide = 0.5 * abs(dot(spared.zw - spared.xy, vec2(-inward.y, inward.x)));
            float depth = abs(dot(spared.zw - spared.xy, inward)) / light.w;
            float reach = light.x / light.w;
            float within = reach - far;
            float edge = exp(-deep / (0.27 * depth)) * exp(-max(0.0, aside - 0.75 * wide) / (60.0 * light.w));
            float lit = 0.55 * edge + 0.34 * exp(-far / 520.0);
            lit *= 1.0 - breath.y * (0.5 - 0.5 * cos(breath.x - far / 110.0));
            float rim = front.a * front_of(behind);
            if (felt > 0.0) {
                float angle = atan(way.y, way.x);
                float fine = sin(angle * 61.0 + light.z) * sin(angle * 37.0 - 0.7 * light.z + 1.0);
                float broad = sin(angle * 19.0 - 0.5 * light.z) * sin(angle * 11.0 + 0.3 * light.z + 2.0);
                float rays = smoothstep(0.22, 0.42, fine) + 0.6 * smoothstep(0.28, 0.50, broad);
                float along = far / max(1.0, reach);
                lit += 0.22 + 0.6 * rays * smoothstep(0.0, 0.12, along) * (1.0 - 0.75 * along);
                lit = mix(lit + 0.42 * exp(-max(0.0, within) / 90.0), 0.72 * lit, spare);
                lit += 0.36 * line(far - 0.62 * reach) + 0.22 * line(far - 0.34 * reach);
                lit *= max(spare, step(0.0, within));
                rim = (rim + light.y * front_of(within)) * (1.0 - 0.9 * spare);
            }
            float share = mix(1.0 - spare, max(falls, spare), felt);
            vec3 shine = (front.rgb * (light.y * lit + rim) + vec3(0.85 * rim * rim)) * share;
            drawn.rgb = 1.0 - (1.0 - drawn.rgb) * (1.0 - min(vec3(1.0), shine));
        }
    }
    gl_FragColor = drawn;
}
"""
_PLACE: Final = ((b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float"))

RESTING: Final = ShaderKind(
    """
$HEADER$
attribute vec4 vShade;
varying vec2 place;
void main(void) {
    frag_color = vec4(color.rgb * (1.0 - vShade.rgb), color.a * vShade.a);
    tex_coord0 = vTexCoords0;
    place = vPosition;
    gl_Position = projection_mat * modelview_mat * vec4(vPosition, 0.0, 1.0);
}
""",
    (*_PLACE, (b"vShade", 4, "float")),
    _DRAINED,
)
"""For ``vertices.resting`` and ``vertices.moving``, and for Kivy's own instructions."""

FLYING: Final = ShaderKind(
    """
$HEADER$
attribute vec4 vFrom;
attribute vec4 vTo;
attribute vec4 vTime;
attribute vec4 vWay;
attribute vec4 vTint;
varying vec2 place;
uniform float now;
void main(void) {
    float left = clamp(1.0 - (now - vTime.x) / max(vTime.y - vTime.x, 0.0001), 0.0, 1.0);
    float seen = now + 0.0001;
    float alive = step(vTime.x, seen) * (1.0 - step(vTime.y, seen));
    float rest = pow(left, vWay.y);
    vec4 pose = mix(vTo, vFrom, rest);
    vec2 leg = vTo.xy - vFrom.xy;
    vec2 aside = vec2(-leg.y, leg.x) / max(length(leg), 0.001);
    vec2 middle = pose.xy + aside * vWay.x * 4.0 * rest * (1.0 - rest);
    vec2 along = alive * pose.w * vec2(cos(pose.z), sin(pose.z));
    float x = vPosition.x * mix(vWay.w, vWay.z, rest);
    place = middle + x * along + vPosition.y * vec2(-along.y, along.x);
    frag_color = vec4(vTint.rgb, vTint.a * mix(vTime.w, vTime.z, rest));
    tex_coord0 = vTexCoords0;
    gl_Position = projection_mat * modelview_mat * vec4(place, 0.0, 1.0);
}
""",
    (*_PLACE, *((name, 4, "float") for name in (b"vFrom", b"vTo", b"vTime", b"vWay", b"vTint"))),
    _DRAINED,
)
"""For ``vertices.flying``: from pose to pose along a line or a curve, slowing down towards the end; nothing before and
after. All legs of a flight are sent at once; each begins and ends 0.1 ms early, so that none is seen after its end
because its time was rounded.
"""

LIT: Final = ShaderKind(
    """
$HEADER$
attribute vec4 vSpot;
attribute vec4 vTint;
attribute vec4 vBeat;
uniform float now;
void main(void) {
    float angle = vSpot.z + vSpot.w * now;
    float turn = vBeat.x * now + vBeat.z;
    float ran = fract(turn);
    vec2 along = mix(1.0, 0.25 + 0.75 * ran, vBeat.w) * vec2(cos(angle), sin(angle));
    vec2 place = vSpot.xy + vPosition.x * along + vPosition.y * vec2(-along.y, along.x);
    float beat = vBeat.x > 0.0 ? mix(vBeat.y, 1.0, 0.5 + 0.5 * cos(6.2831853 * turn)) : 1.0;
    beat = mix(beat, min(1.0, 8.0 * ran) * sqrt(1.0 - ran), vBeat.w);
    frag_color = vec4(vTint.rgb, vTint.a * beat);
    tex_coord0 = vTexCoords0;
    gl_Position = projection_mat * modelview_mat * vec4(place, 0.0, 1.0);
}
""",
    (*_PLACE, (b"vSpot", 4, "float"), (b"vTint", 4, "float"), (b"vBeat", 4, "float")),
    _PLAIN,
)
"""For ``vertices.light``: light that stands, beats or turns."""

SCATTERED: Final = ShaderKind(
    """
$HEADER$
attribute vec4 vStart;
attribute vec4 vMotion;
attribute vec4 vPull;
attribute vec4 vTint;
uniform float now;
void main(void) {
    float age = now - vStart.z;
    float spent = age / vStart.w;
    float alive = step(0.0, age) * step(spent, 1.0);
    float reach = vPull.x > 0.0 ? (1.0 - exp(-vPull.x * age)) / vPull.x : age;
    float angle = vMotion.w + vMotion.z * age;
    vec2 along = vec2(cos(angle), sin(angle));
    vec2 corner = vPosition * vec2(1.0, vPull.w > 0.0 ? cos(vPull.w * age) : 1.0);
    vec2 middle = vStart.xy + vMotion.xy * reach;
    vec2 place = middle + alive * (corner.x * along + corner.y * vec2(-along.y, along.x));
    frag_color = vec4(vTint.rgb, vTint.a * alive * (1.0 - pow(clamp(spent, 0.0, 1.0), vPull.z)));
    tex_coord0 = vTexCoords0;
    gl_Position = projection_mat * modelview_mat * vec4(place, 0.0, 1.0);
}
""",
    (*_PLACE, *((name, 4, "float") for name in (b"vStart", b"vMotion", b"vPull", b"vTint"))),
    _PLAIN,
)
"""For ``vertices.scattered``: particles that are sent to the GPU once and move by the clock alone."""

RUNNING: Final = ShaderKind(
    """
$HEADER$
attribute vec4 vFrom;
attribute vec4 vTo;
attribute vec4 vEnd;
attribute vec4 vTime;
attribute vec4 vForm;
attribute vec4 vTint;
uniform float now;
uniform float until;
void main(void) {
    float ago = mod(now - vTime.x, vTime.z);
    float gone = ago / vTime.y;
    float alive = step(gone, 1.0) * step(0.0, now - ago) * step(now - ago, until);
    gone = min(gone, 1.0);
    float t = min(gone / vTime.w, 1.0);
    float s = 1.0 - t;
    vec2 middle = s * s * s * vFrom.xy + 3.0 * s * s * t * vFrom.zw + 3.0 * s * t * t * vTo.xy + t * t * t * vTo.zw;
    vec2 way = s * s * (vFrom.zw - vFrom.xy) + 2.0 * s * t * (vTo.xy - vFrom.zw) + t * t * (vTo.zw - vTo.xy);
    middle += (vEnd.xy - vTo.zw) * clamp((gone - vTime.w) / (1.0 - vTime.w), 0.0, 1.0);
    float angle = vForm.z > 0.5 ? atan(way.y, way.x) : mix(vEnd.z, vEnd.w, smoothstep(0.0, 0.8, gone));
    vec2 along = alive * mix(vForm.x, vForm.y, gone) * vec2(cos(angle), sin(angle));
    vec2 place = middle + vPosition.x * along + vPosition.y * vec2(-along.y, along.x);
    frag_color = vec4(vTint.rgb, vTint.a * clamp(min(gone, 1.0 - gone) * 22.0, 0.0, 1.0));
    tex_coord0 = vTexCoords0;
    gl_Position = projection_mat * modelview_mat * vec4(place, 0.0, 1.0);
}
""",
    (*_PLACE, *((name, 4, "float") for name in (b"vFrom", b"vTo", b"vEnd", b"vTime", b"vForm", b"vTint"))),
    _PLAIN,
)
"""For ``vertices.running``: pictures that are sent to the GPU once and run along their lanes by the clock alone."""

BURNING: Final = ShaderKind(
    """
$HEADER$
varying vec2 place;
void main(void) {
    frag_color = vec4(1.0);
    tex_coord0 = vTexCoords0;
    place = vPosition;
    gl_Position = projection_mat * modelview_mat * vec4(vPosition, 0.0, 1.0);
}
""",
    _PLACE,
    """
$HEADER$
varying vec2 place;
uniform float now;
uniform float left;
uniform float scale;
uniform float shine;
uniform float heat;
void main(void) {
    float along = tex_coord0.x / scale;
    float aside = abs(tex_coord0.y) / scale;
    float rest = left / scale - along;
    vec2 at = place / scale;
    float slow = sin(at.x * 0.047 + at.y * 0.061 + now * 2.3) * sin(at.x * 0.029 - at.y * 0.037 - now * 1.7);
    float fast = sin(at.x * 0.17 - at.y * 0.21 + now * 9.0) * sin(at.x * 0.11 + at.y * 0.13 - now * 6.1);
    float lick = 0.5 * slow + 0.5 * fast;
    float flares = heat * exp(min(rest, 0.0) / (70.0 + 700.0 * heat));
    float burns = max(smoothstep(-2.0, 2.0, rest), flares);
    float high = 10.0 + 9.0 * lick + 7.0 * heat;
    float core = exp(-aside * aside / 9.0);
    float body = exp(-aside * aside / (high * high));
    float halo = exp(-aside / 11.0) * (0.5 + 0.2 * lick);
    vec3 fire = core * vec3(1.0, 0.86, 0.52) + body * vec3(0.95, 0.42, 0.07) + halo * vec3(0.60, 0.17, 0.02);
    float far = sqrt(rest * rest * 0.36 + aside * aside);
    float head = (1.4 * exp(-far * far / 90.0) + 0.9 * exp(-far / 12.0)) * (1.0 + heat);
    vec3 hot = head * (1.0 + 0.25 * lick) * vec3(1.0, 0.80, 0.46);
    float spent = step(rest, 0.0) * exp(rest / 70.0) * exp(-aside * aside / 14.0);
    float coals = smoothstep(0.15, 0.8, sin(along * 0.9) * sin(along * 0.37 + now * 1.9)) + 0.25;
    vec3 shown = burns * fire + hot * step(0.5, left) + spent * coals * vec3(0.75, 0.16, 0.03);
    float rim = 1.0 - smoothstep(14.0, 24.0, aside);
    gl_FragColor = vec4(shown, shine * rim);
}
""",
)
"""For ``fuse_art``: fire in a channel. ``left``: the pixels of each arm that still burn; ``heat``: how far
what has burnt flares up again in the last second, from 0 to 1.
"""
