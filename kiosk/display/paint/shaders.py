"""The shaders of the table, and the attributes of their vertices.

The fragment shader of pieces, resting or in flight, drains their colours behind the front of a wave
(``motion.effects.Wave``), so that the Stop needs no second set of pictures. Light keeps its colours.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Kind(NamedTuple):
    """A way to draw pictures: the vertex shader, its vertex attributes, and the fragment shader."""

    shader: str
    corner: tuple[tuple[bytes, int, str], ...]
    fragment: str

    @property
    def drains(self) -> bool:
        """True if a wave drains its colours."""
        return self.fragment is _DRAINED

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
uniform vec4 wave;
uniform vec4 spared;
uniform vec4 front;
uniform vec4 light;
uniform float own;
float edge(float beyond) {
    return exp(-beyond * beyond / 14.0) + 0.5 * exp(-beyond * beyond / 170.0) + 0.32 * exp(-abs(beyond) / 44.0);
}
void main(void) {
    vec4 drawn = frag_color * texture2D(texture0, tex_coord0);
    if (wave.w > 0.0) {
        vec2 way = place - wave.xy;
        float far = length(way);
        float behind = (wave.z - far) / light.w;
        vec2 inside = step(spared.xy, place) * step(place, spared.zw);
        float spare = inside.x * inside.y;
        float grey = dot(drawn.rgb, vec3(0.3, 0.55, 0.15));
        float drained = wave.w * clamp(behind / 40.0, 0.0, 1.0) * (1.0 - spare);
        drawn.rgb = mix(drawn.rgb, grey * vec3(0.60, 0.64, 0.69), drained);
        if (front.a + light.y > 0.0) {
            float within = (light.x - far) / light.w;
            float angle = atan(way.y, way.x);
            float rays = max(0.0, sin(angle * 29.0 + light.z) * sin(angle * 17.0 - 0.7 * light.z + 1.0));
            float arc = abs(fract(within / 270.0 - 0.1) - 0.5) * 270.0;
            float fall = exp(-far / (400.0 * light.w));
            float lit = 0.75 * fall + 0.17 + 0.45 * exp(-within / 90.0) + rays * (0.2 + 0.5 * fall);
            lit = (lit + 0.55 * exp(-arc * arc / 14.0) * exp(-within / 700.0)) * step(0.0, within);
            float rim = light.y * edge(within) + 0.7 * front.a * edge(behind);
            vec3 shine = (front.rgb * (light.y * lit + rim) + vec3(0.85 * rim * rim)) * mix(1.0, own, spare);
            drawn.rgb = 1.0 - (1.0 - drawn.rgb) * (1.0 - min(vec3(1.0), shine));
        }
    }
    gl_FragColor = drawn;
}
"""
_PLACE: Final = ((b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float"))

RESTING: Final = Kind(
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

FLYING: Final = Kind(
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
    float left = clamp(1.0 - (now - vTime.x) / vTime.y, 0.0, 1.0);
    float rest = pow(left, vWay.y);
    vec4 pose = mix(vTo, vFrom, rest);
    vec2 leg = vTo.xy - vFrom.xy;
    vec2 aside = vec2(-leg.y, leg.x) / max(length(leg), 0.001);
    vec2 middle = pose.xy + aside * vWay.x * 4.0 * rest * (1.0 - rest);
    vec2 along = pose.w * vec2(cos(pose.z), sin(pose.z));
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
"""For ``vertices.flying``: from pose to pose along a line or a curve, slowing down towards the end."""

LIT: Final = Kind(
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

SCATTERED: Final = Kind(
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

RUNNING: Final = Kind(
    """
$HEADER$
attribute vec4 vFrom;
attribute vec4 vTo;
attribute vec4 vEnd;
attribute vec4 vTime;
attribute vec4 vForm;
attribute vec4 vTint;
uniform float now;
void main(void) {
    float gone = mod(now - vTime.x, vTime.z) / vTime.y;
    float alive = step(gone, 1.0);
    gone = min(gone, 1.0);
    float t = min(gone / vTime.w, 1.0);
    float s = 1.0 - t;
    vec2 middle = s * s * s * vFrom.xy + 3.0 * s * s * t * vFrom.zw + 3.0 * s * t * t * vTo.xy + t * t * t * vTo.zw;
    vec2 way = s * s * (vFrom.zw - vFrom.xy) + 2.0 * s * t * (vTo.xy - vFrom.zw) + t * t * (vTo.zw - vTo.xy);
    middle += (vEnd.xy - vTo.zw) * clamp((gone - vTime.w) / (1.0 - vTime.w), 0.0, 1.0);
    float angle = vForm.z > 0.5 ? atan(way.y, way.x) : mix(vEnd.z, vEnd.w, smoothstep(0.0, 0.8, gone));
    vec2 along = alive * mix(vForm.x, vForm.y, gone) * vec2(cos(angle), sin(angle));
    vec2 place = middle + vPosition.x * along + vPosition.y * vec2(-along.y, along.x);
    frag_color = vec4(vTint.rgb, vTint.a * clamp(min(gone, 1.0 - gone) * 14.0, 0.0, 1.0));
    tex_coord0 = vTexCoords0;
    gl_Position = projection_mat * modelview_mat * vec4(place, 0.0, 1.0);
}
""",
    (*_PLACE, *((name, 4, "float") for name in (b"vFrom", b"vTo", b"vEnd", b"vTime", b"vForm", b"vTint"))),
    _PLAIN,
)
"""For ``vertices.running``: pictures that are sent to the GPU once and run along their lanes by the clock alone."""
