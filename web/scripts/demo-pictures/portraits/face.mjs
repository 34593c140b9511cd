// The head itself: skull, ears, neck, eyes, nose, mouth, beard, and the light on them.
import { darker, lighter, mix } from "../sheet.mjs";

/** Half-widths and heights of a head around x = 256; `jaw` is the half-width where the jaw turns. */
export function outline({ width: w, jaw: j, chin, top = 112 }) {
  const c = 256;
  return (
    `M${c - w},218 C${c - w - 1},146 ${c - w * 0.62},${top} ${c},${top} C${c + w * 0.62},${top} ${c + w + 1},146 ${c + w},218 ` +
    `C${c + w},264 ${c + j + 3},296 ${c + j * 0.72},${chin - 28} C${c + j * 0.48},${chin - 7} ${c + 22},${chin} ${c},${chin} ` +
    `C${c - 22},${chin} ${c - j * 0.48},${chin - 7} ${c - j * 0.72},${chin - 28} C${c - j - 3},296 ${c - w},264 ${c - w},218Z`
  );
}

export function neck(s, { skin, neck: half, chin }) {
  const c = 256;
  const d = `M${c - half},300 C${c - half + 3},360 ${c - half},392 ${c - half - 34},410 L${c - half - 90},520 L${c + half + 90},520 L${c + half + 34},410 C${c + half},392 ${c + half - 3},360 ${c + half},300Z`;
  return s.group([
    s.lit(d, darker(skin, 0.08), [c - half - 30, 310, half * 2 + 60, 190], { shade: 0.3, light: 0.1, rimOpacity: 0.3, deep: mix(skin, "#7a2416", 0.85) }),
    s.group(
      [
        s.soft(c + 12, chin + 4, half * 1.35, 46, mix(darker(skin, 0.62), "#5a1f18", 0.3), 0.72, 13),
        s.line(`M${c - 14},${chin + 74} C${c - 24},${chin + 88} ${c - 40},${chin + 92} ${c - 62},${chin + 92}`, lighter(skin, 0.4), 5, { opacity: 0.35, filter: s.blur(2) }),
        s.line(`M${c + 14},${chin + 76} C${c + 24},${chin + 88} ${c + 40},${chin + 94} ${c + 62},${chin + 94}`, darker(skin, 0.5), 4, { opacity: 0.3, filter: s.blur(2) }),
      ],
      { clipPath: s.clip(d) },
    ),
  ]);
}

function ear(s, face, side) {
  const { skin, width } = face;
  const x = 256 + side * (width + 3);
  const d = `M${x - side * 8},214 C${x + side * 8},204 ${x + side * 19},216 ${x + side * 15},238 C${x + side * 12},258 ${x + side * 4},270 ${x - side * 8},264Z`;
  return s.group([
    s.lit(d, side < 0 ? mix(skin, "#d9694a", 0.12) : darker(skin, 0.16), [x - 18, 208, 36, 60], { shade: 0.4, light: 0.14, rimOpacity: side > 0 ? 0.8 : 0 }),
    s.line(`M${x + side * 2},224 C${x + side * 12},226 ${x + side * 8},244 ${x + side * 1},250`, darker(skin, 0.5), 3, { opacity: 0.4 }),
  ]);
}

function eye(s, face, side) {
  const { eyes, skin, turn, lash } = face;
  const { y, gap, w, h, iris, tilt = 0, open = 1 } = eyes;
  const x = 256 + side * gap + turn;
  const o = side;
  const top = h * open;
  const d = `M${x - o * w},${y + 2} C${x - o * w * 0.55},${y - top} ${x + o * w * 0.45},${y - top * 1.1} ${x + o * w},${y - tilt} C${x + o * w * 0.5},${y + h * 0.72} ${x - o * w * 0.5},${y + h * 0.78} ${x - o * w},${y + 2}Z`;
  const lid = `M${x - o * w},${y + 2} C${x - o * w * 0.55},${y - top} ${x + o * w * 0.45},${y - top * 1.1} ${x + o * (w + 1.5)},${y - tilt - 0.5}`;
  const r = h * 0.82;
  const ix = x + turn * 0.35;
  return s.group([
    s.soft(x, y - 5, w * 1.45, h * 1.5, mix(darker(skin, 0.55), "#4a1d22", 0.3), 0.3, 6),
    s.path(d, "#f3ebe2"),
    s.group(
      [
        s.ellipse(ix, y - 1, r, r, s.radial(ix - 1, y + 2, r, [[0, lighter(iris, 0.35)], [0.6, iris], [1, darker(iris, 0.6)]])),
        s.ellipse(ix, y - 1, r * 0.46, r * 0.46, "#0d090b"),
        s.path(lid, "none", { stroke: "#3a2420", strokeWidth: h * 0.55, opacity: 0.38, filter: s.blur(1.5) }),
        s.ellipse(ix - r * 0.34, y - 1 - r * 0.4, r * 0.27, r * 0.27, "#ffffff", { opacity: 0.95 }),
      ],
      { clipPath: s.clip(d) },
    ),
    s.line(lid, mix(darker(skin, 0.8), "#1a0e0c", 0.6), lash ? 4.2 : 3),
    lash ? s.line(`M${x + o * (w - 3)},${y - tilt - 2} l${o * 6.5},-4.5`, "#1a0e0c", 2.8) : "",
    s.line(`M${x - o * w * 0.8},${y - top * 0.85 - 2} C${x - o * w * 0.3},${y - top * 1.45 - 3} ${x + o * w * 0.5},${y - top * 1.4 - 3} ${x + o * w * 1.05},${y - top * 0.7 - 2}`, darker(skin, 0.55), 2, { opacity: 0.55 }),
    s.line(`M${x - o * w * 0.6},${y + h * 0.95} C${x - o * w * 0.2},${y + h * 1.25} ${x + o * w * 0.4},${y + h * 1.2} ${x + o * w * 0.85},${y + h * 0.6}`, darker(skin, 0.5), 1.6, { opacity: 0.35 }),
  ]);
}

function brow(s, face, side) {
  const { eyes, brows, turn } = face;
  const x = 256 + side * (eyes.gap + 1) + turn;
  const y = eyes.y - 27 + (brows.lift ?? 0);
  const t = brows.weight;
  const o = side;
  return s.path(
    `M${x - o * 21},${y + 5} C${x - o * 10},${y - 4} ${x + o * 8},${y - 8 - (brows.arch ?? 0)} ${x + o * 25},${y + 4} C${x + o * 9},${y - 5 + t * 0.5 - (brows.arch ?? 0)} ${x - o * 8},${y + t * 0.75} ${x - o * 20},${y + 5 + t}Z`,
    brows.colour,
    { opacity: 0.92 },
  );
}

function nose(s, face) {
  const { skin, turn } = face;
  const { length = 276, width: w = 15, bridge = 0 } = face.nose ?? {};
  const x = 256 + turn * 1.4;
  const deep = mix(darker(skin, 0.55), "#6d2a1c", 0.35);
  return s.group([
    s.path(`M${x + 5},${222} C${x + 11 + bridge},246 ${x + w + 5},${length - 18} ${x + w + 4},${length - 2} C${x + 8},${length + 6} ${x + 2},${length} ${x + 3},${length - 12} C${x + 3},252 ${x + 4},238 ${x + 5},222Z`, deep, { opacity: 0.34, filter: s.blur(3.2) }),
    s.soft(x + 3, length + 7, w * 1.3, 6, deep, 0.5, 3),
    s.line(`M${x - 2},218 C${x - 3},240 ${x - 2},256 ${x - 2},${length - 14}`, lighter(skin, 0.75), 6, { opacity: 0.42, filter: s.blur(3) }),
    s.soft(x - 2, length - 9, 6, 5, "#fff4e4", 0.55, 2.6),
    s.line(`M${x - w},${length - 6} C${x - w - 5},${length + 2} ${x - w + 3},${length + 6} ${x - w + 7},${length + 2}`, deep, 2.2, { opacity: 0.6 }),
    s.line(`M${x + w},${length - 6} C${x + w + 6},${length + 2} ${x + w - 2},${length + 6} ${x + w - 7},${length + 2}`, deep, 2.6, { opacity: 0.75 }),
    s.path(`M${x - 9},${length + 1} q4,-4 8,1 q-4,3 -8,-1Z M${x + 3},${length + 1} q4,-4 8,0 q-4,4 -8,0Z`, darker(deep, 0.5), { opacity: 0.65 }),
  ]);
}

function mouth(s, face) {
  const { skin, turn, chin } = face;
  const { w = 27, smile = 5, lip, teeth = false, full = 7 } = face.mouth;
  const x = 256 + turn * 1.15;
  const y = (face.nose?.length ?? 276) + (chin - (face.nose?.length ?? 276)) * 0.42 - 2;
  const colour = lip ?? mix(skin, "#a63a3a", 0.42);
  const open = teeth ? 9 : 0;
  const upper = `M${x - w},${y - smile} C${x - w * 0.55},${y - full * 0.5} ${x - 8},${y - full - 1} ${x},${y - full * 0.6} C${x + 8},${y - full - 1} ${x + w * 0.55},${y - full * 0.5} ${x + w},${y - smile} C${x + w * 0.5},${y + 1} ${x - w * 0.5},${y + 1} ${x - w},${y - smile}Z`;
  const lower = `M${x - w},${y - smile} C${x - w * 0.5},${y + 1 + open} ${x + w * 0.5},${y + 1 + open} ${x + w},${y - smile} C${x + w * 0.62},${y + full * 1.2 + open} ${x + w * 0.3},${y + full * 1.55 + open} ${x},${y + full * 1.55 + open} C${x - w * 0.3},${y + full * 1.55 + open} ${x - w * 0.62},${y + full * 1.2 + open} ${x - w},${y - smile}Z`;
  const gape = `M${x - w + 2},${y - smile} C${x - w * 0.5},${y} ${x + w * 0.5},${y} ${x + w - 2},${y - smile} C${x + w * 0.5},${y + 3 + open} ${x - w * 0.5},${y + 3 + open} ${x - w + 2},${y - smile}Z`;
  return s.group([
    s.soft(x + 2, y + full * 2.1 + open, w * 0.62, 5, darker(skin, 0.55), 0.4, 3.5),
    teeth
      ? [
          s.path(gape, "#5c1d1f"),
          s.path(`M${x - w + 5},${y - smile + 1} C${x - w * 0.5},${y} ${x + w * 0.5},${y} ${x + w - 5},${y - smile + 1} C${x + w * 0.5},${y + open} ${x - w * 0.5},${y + open} ${x - w + 5},${y - smile + 1}Z`, "#f6efe6"),
        ]
      : "",
    s.path(upper, darker(colour, 0.22)),
    s.path(lower, s.down(y, y + full * 1.6 + open, [[0, colour], [0.55, lighter(colour, 0.12)], [1, darker(colour, 0.16)]])),
    s.soft(x - 4, y + full * 0.85 + open, w * 0.3, 2, "#fff1e2", 0.5, 1.5),
    teeth ? "" : s.line(`M${x - w},${y - smile} C${x - w * 0.5},${y + 1.4} ${x + w * 0.5},${y + 1.4} ${x + w},${y - smile}`, darker(colour, 0.6), 2.2, { opacity: 0.8 }),
    s.line(`M${x - w - 2},${y - smile - 4} q-3,4 1,7`, darker(skin, 0.5), 2.2, { opacity: 0.35 }),
    s.line(`M${x + w + 2},${y - smile - 4} q3,4 -1,7`, darker(skin, 0.5), 2.2, { opacity: 0.45 }),
  ]);
}

function beard(s, face, shape) {
  const { kind, colour } = face.beard;
  const { chin, jaw: j, width: w, turn } = face;
  const c = 256;
  const x = c + turn * 1.15;
  const my = (face.nose?.length ?? 276) + 8;
  const ly = (face.nose?.length ?? 276) + (chin - (face.nose?.length ?? 276)) * 0.42 - 2;
  const moustache = `M${x},${my + 1} C${x + 14},${my - 1} ${x + 28},${my + 5} ${x + 36},${my + 20} C${x + 24},${my + 13} ${x + 10},${my + 12} ${x},${my + 12} C${x - 10},${my + 12} ${x - 24},${my + 13} ${x - 36},${my + 20} C${x - 28},${my + 5} ${x - 14},${my - 1} ${x},${my + 1}Z`;
  const drop = kind === "full" ? 14 : kind === "long" ? 44 : 2;
  const full =
    `M${c - w - 2},236 C${c - w + 6},266 ${c - w + 12},292 ${c - w + 30},300 C${x - 46},${my + 22} ${x - 34},${my + 6} ${x},${my + 1} C${x + 34},${my + 6} ${x + 46},${my + 22} ${c + w - 30},300 C${c + w - 12},292 ${c + w - 2},262 ${c + w + 2},236 ` +
    `C${c + w + 4},280 ${c + j + 10},${chin - 40} ${c + j * 0.74},${chin - 12 + drop * 0.5} C${c + j * 0.5},${chin + drop} ${c + 22},${chin + drop + 4} ${c},${chin + drop + 4} C${c - 22},${chin + drop + 4} ${c - j * 0.5},${chin + drop} ${c - j * 0.74},${chin - 12 + drop * 0.5} C${c - j - 10},${chin - 40} ${c - w - 4},280 ${c - w - 2},236Z`;
  const hairs = (count, from, to) =>
    Array.from({ length: count }, () => {
      const hx = s.random.between(c - w, c + w);
      const hy = s.random.between(from, to);
      return s.line(`M${hx},${hy} q${s.random.between(-3, 3)},${s.random.between(5, 9)} ${(hx - c) * 0.04},${s.random.between(10, 16)}`, s.random() < 0.5 ? lighter(colour, 0.25) : darker(colour, 0.4), 1.5, { opacity: 0.4 });
    });
  if (kind === "stubble") {
    return s.path(full, colour, { opacity: 0.3, filter: s.blur(5), clipPath: s.clip(shape) });
  }
  const must = s.lit(moustache, colour, [x - 36, my - 4, 72, 28], { shade: 0.3, light: 0.15, rimOpacity: 0.2 });
  if (kind === "moustache") return s.group([s.soft(x, my + 18, 34, 6, "#3a1d18", 0.4, 4), must]);
  const hole = `M${x - 30},${ly - 6} C${x - 16},${ly - 10} ${x + 16},${ly - 10} ${x + 30},${ly - 6} C${x + 22},${ly + 17} ${x - 22},${ly + 17} ${x - 30},${ly - 6}Z`;
  return s.group([
    s.path(full, colour, { opacity: 0.5, filter: s.blur(4) }),
    s.group(
      [s.lit(full, colour, [c - w, 236, w * 2, chin - 220 + drop], { shade: 0.45, light: 0.12, rimOpacity: 0.45, inside: hairs(90, 280, chin + drop) }), s.path(hole, face.skin, { opacity: 0.9, filter: s.blur(2) })],
      {},
    ),
    must,
  ]);
}

/** The whole face, without hair. `shadow` is the path of the hair in front, which throws a soft shadow on it. */
export function head(s, face, shadow) {
  const shape = outline(face);
  const { skin, width: w, chin, turn, cheeks = 0.3, lines = 0, freckles = 0 } = face;
  const c = 256;
  const blush = mix(skin, "#d2453a", 0.6);
  const x = c + turn;
  const inside = [
    s.soft(c + w * 0.9, 270, 44, 96, mix(darker(skin, 0.5), "#6a2430", 0.35), 0.5, 18),
    s.soft(c - w * 0.5, 262, 32, 26, lighter(skin, 0.6), 0.35, 12),
    s.soft(c - 22, 158, 50, 24, lighter(skin, 0.7), 0.4, 14),
    s.soft(x - 50, 272, 25, 18, blush, cheeks, 10),
    s.soft(x + 50, 272, 25, 18, blush, cheeks, 10),
    s.soft(c, chin + 6, 60, 16, darker(skin, 0.5), 0.35, 9),
    s.soft(c - 4, chin - 14, 16, 9, lighter(skin, 0.6), 0.32, 6),
    shadow ? s.path(shadow, mix(darker(skin, 0.6), "#5a1f18", 0.4), { opacity: 0.5, filter: s.blur(6), transform: "translate(5 13)" }) : "",
  ];
  const spots = Array.from({ length: freckles }, () =>
    s.ellipse(x + s.random.between(-62, 62), 262 + s.random.between(-12, 18), s.random.between(1, 2), s.random.between(1, 1.8), darker(mix(skin, "#a0522d", 0.6), 0.1), { opacity: 0.55 }),
  );
  const age = (o) => [
    s.line(`M${x + o * 24},${280} q${o * 12},10 ${o * 15},26`, darker(skin, 0.5), 2.4, { opacity: lines * 0.5 }),
    s.line(`M${x + o * 60},${226} q${o * 7},-4 ${o * 11},-7 M${x + o * 60},${233} q${o * 7},1 ${o * 12},1`, darker(skin, 0.5), 1.8, { opacity: lines * 0.5 }),
  ];
  return s.group([
    ear(s, face, -1),
    ear(s, face, 1),
    s.lit(shape, skin, [c - w, 112, w * 2, chin - 112], { shade: 0.2, light: 0.16, rimOpacity: 0.6, inside, deep: mix(skin, "#7a2416", 0.8) }),
    spots,
    lines ? [age(-1), age(1), s.line(`M${x - 30},168 q30,-6 58,0 M${x - 24},180 q24,-4 46,0`, darker(skin, 0.45), 1.8, { opacity: lines * 0.32 })] : "",
    nose(s, face),
    eye(s, face, -1),
    eye(s, face, 1),
    brow(s, face, -1),
    brow(s, face, 1),
    face.beard && face.beard.kind !== "moustache" ? beard(s, face, shape) : "",
    mouth(s, face),
    face.beard?.kind === "moustache" ? beard(s, face, shape) : "",
  ]);
}
