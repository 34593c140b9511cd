// Hair and what is worn on it. Each style answers { back, front, shadow }: what lies behind the head, what lies over it,
// and the outline that throws a shadow on the face.
import { curve, darker, lighter } from "../sheet.mjs";

const c = 256;

/** Strands of hair inside `d`, each a curve from `from(t)` to `to(t)`, `t` running from 0 to 1. */
function combed(s, d, colour, count, from, to, bend = 18) {
  const lines = Array.from({ length: count }, (_, i) => {
    const t = (i + s.random.between(0, 1)) / count;
    const [x1, y1] = from(t);
    const [x2, y2] = to(t);
    const mx = (x1 + x2) / 2 + (t < 0.5 ? -bend : bend) + s.random.between(-5, 5);
    const my = (y1 + y2) / 2 - bend * 0.7;
    const tone = s.random();
    return s.line(`M${x1.toFixed(1)},${y1.toFixed(1)} Q${mx.toFixed(1)},${my.toFixed(1)} ${x2.toFixed(1)},${y2.toFixed(1)}`, tone < 0.45 ? lighter(colour, 0.32) : darker(colour, 0.5), s.random.between(1.2, 3.4), { opacity: s.random.between(0.14, 0.42) });
  });
  return s.group(lines, { clipPath: s.clip(d) });
}

/** The cap of hair over the skull: `hairline` is the inner edge, drawn from the right temple to the left one. */
function cap(w, hairline, { top = 90, low = 228, out = 6 } = {}) {
  return `M${c - w - out},${low} C${c - w - out - 8},${top + 62} ${c - w * 0.68},${top} ${c},${top} C${c + w * 0.68},${top} ${c + w + out + 8},${top + 62} ${c + w + out},${low} ${hairline} Z`;
}

function worn(s, d, colour, box, strands, more = {}) {
  return s.group([s.lit(d, colour, box, { shade: 0.5, light: 0.2, rimOpacity: 0.7, ...more }), strands]);
}

const side = (s, { width: w, hair }) => {
  const d = cap(w, `C${c + w + 1},204 ${c + w - 5},184 ${c + w - 14},172 C${c + 34},168 ${c - 14},160 ${c - 46},134 C${c - 58},160 ${c - w + 6},178 ${c - w + 3},214`, { top: hair.volume ?? 86 });
  return { front: worn(s, d, hair.colour, [c - w - 10, 86, w * 2 + 20, 140], combed(s, d, hair.colour, 60, (t) => [c - 52 + t * 16, 106 + t * 26], (t) => [c - w - 6 + t * (w * 2 + 16), 236 - Math.sin(t * 3.1) * 60], 26)), shadow: d };
};

const crop = (s, { width: w, hair }) => {
  const d = cap(w, `C${c + w},206 ${c + w - 4},190 ${c + w - 12},176 C${c + w - 18},160 ${c + 44},148 ${c},146 C${c - 44},148 ${c - w + 18},160 ${c - w + 12},176 C${c - w + 4},190 ${c - w},206 ${c - w + 2},220`, { top: hair.volume ?? 96 });
  const dots = Array.from({ length: 260 }, () => s.ellipse(s.random.between(c - w - 8, c + w + 8), s.random.between(94, 220), s.random.between(1, 2.6), s.random.between(1, 2.6), s.random() < 0.4 ? lighter(hair.colour, 0.34) : darker(hair.colour, 0.5), { opacity: 0.4 }));
  return { front: worn(s, d, hair.colour, [c - w - 10, 94, w * 2 + 20, 130], s.group(dots, { clipPath: s.clip(d) })), shadow: d };
};

const quiff = (s, { width: w, hair }) => {
  const d = `M${c - w - 3},222 C${c - w - 10},180 ${c - w - 2},128 ${c - 52},102 C${c - 30},70 ${c + 50},62 ${c + 78},92 C${c + w + 12},112 ${c + w + 14},180 ${c + w + 4},226 C${c + w},200 ${c + w - 4},188 ${c + w - 10},170 C${c + 58},146 ${c + 20},150 ${c - 10},148 C${c - 36},146 ${c - 54},150 ${c - w + 12},170 C${c - w + 4},186 ${c - w + 2},204 ${c - w + 1},222Z`;
  return { front: worn(s, d, hair.colour, [c - w - 8, 66, w * 2 + 16, 150], combed(s, d, hair.colour, 60, (t) => [c - w + t * w * 1.7, 178 - Math.sin(t * 3.1) * 34], (t) => [c - 40 + t * 140, 70 + Math.abs(t - 0.5) * 60], 12)), shadow: d };
};

/** Tufts laid one over another; used for curls, small and large. */
function curls(s, { colour, points, from, to }) {
  const lay = (shift, tone, k) =>
    points.map(([x, y]) => {
      const r = s.random.between(from, to) * k;
      const fill = s.radial(x - r * 0.35, y - r * 0.4, r * 1.25, [[0, lighter(colour, 0.2 + tone)], [0.55, darker(colour, 0.08)], [1, darker(colour, 0.5)]]);
      return s.ellipse(x + s.random.between(-3, 3) + shift, y + s.random.between(-3, 3) + shift, r, r * s.random.between(0.85, 1.1), fill);
    });
  return s.group([lay(4, -0.2, 1.12), lay(0, 0, 0.92)]);
}
const ring = (s, count, rx, ry, cy, from, to, inner = 0) =>
  Array.from({ length: count }, (_, i) => {
    const a = from + ((to - from) * i) / (count - 1);
    const k = 1 - inner * s.random();
    return [c + Math.cos(a) * rx * k, cy + Math.sin(a) * ry * k];
  });

const curly = (s, { width: w, hair }) => {
  const { colour, long = 0, size = 17 } = hair;
  const under = cap(w, `C${c + w - 4},196 ${c + w - 12},170 ${c + 48},152 C${c + 10},146 ${c - 30},146 ${c - 50},152 C${c - w + 14},170 ${c - w + 4},196 ${c - w + 2},222`, { top: 82 });
  const back = long
    ? curls(s, { colour: darker(colour, 0.35), points: [...ring(s, 26, w + 32, 140 + long * 40, 250, Math.PI * 0.05, Math.PI * 0.95, 0), ...ring(s, 26, w + 34, 150, 236, Math.PI * 0.9, Math.PI * 2.1)], from: size * 1.3, to: size * 1.9 })
    : "";
  const fringe = ring(s, 15, w - 2, 62, 192, Math.PI * 1.06, Math.PI * 1.94);
  const top = [...ring(s, 20, w + 8, 104, 196, Math.PI * 0.98, Math.PI * 2.02), ...ring(s, 18, w - 8, 84, 186, Math.PI * 1.04, Math.PI * 1.96)];
  return { back, front: s.group([s.path(under, darker(colour, 0.4)), curls(s, { colour, points: [...top, ...fringe], from: size, to: size * 1.45 })]), shadow: under };
};

const afro = (s, { width: w, hair }) => {
  const { colour, reach = 62 } = hair;
  const R = w + reach;
  const back = curls(s, { colour: darker(colour, 0.25), points: [...ring(s, 44, R - 12, R - 6, 196, Math.PI * 0.78, Math.PI * 2.22), ...ring(s, 40, R - 30, R - 28, 200, Math.PI * 0.75, Math.PI * 2.25)], from: 18, to: 28 });
  const under = cap(w, `C${c + w - 6},190 ${c + w - 18},162 ${c + 40},150 C${c + 10},144 ${c - 20},144 ${c - 40},150 C${c - w + 18},162 ${c - w + 6},190 ${c - w + 2},216`, { top: 70 });
  const front = s.group([s.path(under, darker(colour, 0.3)), curls(s, { colour, points: [...ring(s, 24, w - 4, 74, 200, Math.PI * 1.04, Math.PI * 1.96), ...ring(s, 26, w + 10, 100, 196, Math.PI * 1.0, Math.PI * 2.0), ...ring(s, 20, w * 0.7, 100, 182, Math.PI * 1.08, Math.PI * 1.92)], from: 12, to: 19 })]);
  const halo = s.line(curve(ring(s, 20, R + 4, R + 8, 196, Math.PI * 1.45, Math.PI * 2.15)), "#ffd9a8", 7, { opacity: 0.45, filter: s.blur(5) });
  return { back: s.group([back, halo]), front, shadow: under };
};

/** Long hair parted in the middle or to one side; `length` is where it ends, `wave` how much it swings. */
const long = (s, { width: w, hair }) => {
  const { colour, length = 450, wave = 8, part = 0, fringe = false } = hair;
  const L = (o, k) => c + o * (w + k);
  const edge = (o) => [[L(o, -20), 106], [L(o, 4), 142], [L(o, 15), 206], [L(o, 16 + wave), 260], ...(length > 400 ? [[L(o, 18), 320], [L(o, 26 + wave), length - 60]] : [[L(o, 18), length - 60]]), [L(o, 4), length - 12]];
  const back = curve([[c, 84], ...edge(1), [c, length - 30], ...edge(-1).reverse()], { closed: true, tension: 0.55 });
  const p = c + part;
  const curtain = (o) => {
    const rim = L(o, 14);
    // Where the strand leaves the cheek, and where it starts to turn in: above the end, however short the hair is.
    const [mid, low] = [Math.min(350, length - 34), Math.max(length * 0.86, length - 24)];
    return `M${p},86 C${p + o * 50},78 ${L(o, 20)},120 ${rim},206 C${L(o, 22 + wave)},260 ${L(o, 8)},290 ${L(o, 18 + wave)},${mid} C${L(o, 22)},${low} ${L(o, 4)},${length - 8} ${L(o, -12)},${length - 6} C${L(o, -6)},${low} ${L(o, -16)},${mid} ${L(o, -9)},${Math.min(300, mid - 14)} C${L(o, -3)},270 ${L(o, -1)},226 ${L(o, -9)},200 C${L(o, -22)},168 ${p + o * 44},140 ${p},122Z`;
  };
  const bangs = `M${L(-1, 2)},214 C${L(-1, -2)},150 ${c - 50},88 ${c},88 C${c + 50},88 ${L(1, 2)},150 ${L(1, -2)},214 C${L(1, -10)},196 ${L(1, -12)},190 ${L(1, -18)},186 C${c + 40},196 ${c - 34},196 ${L(-1, -18)},186 C${L(-1, -12)},190 ${L(-1, -10)},196 ${L(-1, 2)},214Z`;
  const fall = (o) => {
    const d = curtain(o);
    return worn(s, d, o > 0 ? darker(colour, 0.1) : colour, [Math.min(p, L(o, 26)), 84, w + 26, length - 90], combed(s, d, colour, 40, (t) => [p + o * t * 30, 88 + t * 6], (t) => [L(o, -22 + t * 50), length], 0), { rimOpacity: o > 0 ? 0.75 : 0.2 });
  };
  return {
    back: s.group([s.lit(back, darker(colour, 0.45), [c - w - 40, 76, w * 2 + 80, length - 76], { light: 0.06, rimOpacity: 0.5 })]),
    front: s.group([fall(-1), fall(1), fringe ? worn(s, bangs, colour, [c - w, 88, w * 2, 120], combed(s, bangs, colour, 50, (t) => [c - 30 + t * 60, 90], (t) => [c - w + t * w * 2, 214], 10)) : ""]),
    shadow: fringe ? bangs : `${curtain(-1)} ${curtain(1)}`,
  };
};

const swept = (s, { width: w, hair }) => {
  const { colour } = hair;
  const d = `M${c - w - 6},244 C${c - w - 22},160 ${c - w * 0.6},84 ${c + 14},84 C${c + w * 0.86},84 ${c + w + 20},160 ${c + w + 6},250 C${c + w},226 ${c + w - 4},200 ${c + w - 18},170 C${c + 50},158 ${c + 40},140 ${c + 34},124 C${c + 20},160 ${c - 30},196 ${c - w + 8},196 C${c - w + 4},212 ${c - w + 2},230 ${c - w - 6},244Z`;
  return { front: worn(s, d, colour, [c - w - 16, 84, w * 2 + 32, 160], combed(s, d, colour, 64, (t) => [c + 34 + t * 10, 92 + t * 30], (t) => [c - w - 10 + t * (w * 2 + 16), 246 - Math.sin(t * 3.1) * 40], 24)), shadow: d };
};

/** Pulled back tight: a bun on the top, a knot low, or a tail over the shoulder. */
const tied = (s, { width: w, hair }) => {
  const { colour, knot = "top" } = hair;
  const d = cap(w, `C${c + w - 2},200 ${c + w - 8},176 ${c + w - 22},158 C${c + 44},140 ${c + 20},132 ${c - 6},130 C${c - 34},134 ${c - w + 24},146 ${c - w + 18},160 C${c - w + 8},178 ${c - w + 2},200 ${c - w},224`, { top: 92 });
  const cx = knot === "top" ? c + 6 : c + w * 0.75;
  const bun = `M${cx - 44},78 C${cx - 52},38 ${cx - 20},22 ${cx + 4},24 C${cx + 40},24 ${cx + 54},56 ${cx + 42},84 C${cx + 30},112 ${cx - 34},112 ${cx - 44},78Z`;
  const tail = `M${c + 10},100 C${c + w + 20},70 ${c + w + 66},150 ${c + w + 50},230 C${c + w + 44},290 ${c + w + 70},330 ${c + w + 28},410 C${c + w + 20},350 ${c + w + 6},320 ${c + w + 10},250 C${c + w - 6},190 ${c + w - 30},140 ${c + 10},100Z`;
  const behind = knot === "tail" ? tail : bun;
  const box = knot === "tail" ? [c + 40, 90, w + 30, 320] : [cx - 48, 24, 96, 84];
  return {
    back: worn(s, behind, darker(colour, 0.15), box, combed(s, behind, colour, 26, (t) => (knot === "tail" ? [c + 50 + t * 40, 96] : [cx - 44 + t * 88, 96]), (t) => (knot === "tail" ? [c + w + 20 + t * 30, 410] : [cx - 30 + t * 70, 30]), 14)),
    front: worn(s, d, colour, [c - w - 8, 92, w * 2 + 16, 130], combed(s, d, colour, 56, (t) => [c - w + t * w * 2, 210 - Math.sin(t * 3.14) * 76], (t) => [c - 20 + t * 46, 92], 8)),
    shadow: d,
  };
};

/** Rows of locs or braids, falling to the shoulders. */
const locs = (s, { width: w, hair }) => {
  const { colour, length = 400 } = hair;
  const one = (x1, y1, x2, y2, wide, tone) => {
    const mx = (x1 + x2) / 2 + (x2 > c ? 14 : -14);
    const d = `M${x1},${y1} C${mx},${y1 + 20} ${x2},${(y1 + y2) / 2} ${x2},${y2}`;
    return [s.line(d, darker(colour, 0.6), wide + 3), s.line(d, tone, wide), s.line(d, lighter(colour, 0.4), wide * 0.3, { opacity: 0.4, strokeDasharray: "3 7" })];
  };
  const fan = (count, spread, end, wide) =>
    Array.from({ length: count }, (_, i) => {
      const t = i / (count - 1);
      const x = (t - 0.5) * 2;
      return one(c + x * w * 0.6, 104 + Math.abs(x) * 22, c + x * spread, end - Math.abs(x) * 20 + s.random.between(-16, 16), wide, t > 0.6 ? darker(colour, 0.2) : lighter(colour, 0.08));
    });
  const d = cap(w, `C${c + w - 2},196 ${c + w - 14},168 ${c + 44},150 C${c + 16},142 ${c - 20},142 ${c - 44},150 C${c - w + 14},168 ${c - w + 4},196 ${c - w + 2},220`, { top: 86 });
  const sides = [-1, 1].flatMap((o) => Array.from({ length: 4 }, (_, i) => one(c + o * (w - 10 - i * 5), 128 + i * 3, c + o * (w + 6 + i * 9), length - i * 14 + s.random.between(-10, 10), 11, o > 0 ? darker(colour, 0.15) : lighter(colour, 0.1))));
  const rows = Array.from({ length: 11 }, (_, i) => s.line(`M${c - 4 + (i - 5) * 2},90 Q${c + (i - 5) * 15},112 ${c + (i - 5) * 17},${176 - Math.cos((i - 5) * 0.3) * 28}`, i % 2 ? lighter(colour, 0.3) : darker(colour, 0.5), 5, { opacity: 0.5 }));
  return { back: s.group(fan(17, w + 44, length, 14)), front: s.group([worn(s, d, colour, [c - w - 8, 86, w * 2 + 16, 130], s.group(rows, { clipPath: s.clip(d) })), sides]), shadow: d };
};

/** Hair at the sides only. */
const receding = (s, { width: w, hair }) => {
  const one = (o) => `M${c + o * (w + 3)},240 C${c + o * (w + 14)},200 ${c + o * (w + 12)},150 ${c + o * (w - 18)},126 C${c + o * (w - 12)},150 ${c + o * (w - 8)},180 ${c + o * (w - 3)},238Z`;
  return { front: s.group([-1, 1].map((o) => worn(s, one(o), hair.colour, [c + (o < 0 ? -w - 12 : w - 20), 126, 32, 112], combed(s, one(o), hair.colour, 14, (t) => [c + o * (w - 20 + t * 10), 126], (t) => [c + o * (w - 4 + t * 12), 240], 6)))) };
};

const bald = (s, { width: w, skin }) => ({ front: s.group([s.soft(c - 30, 134, 34, 13, lighter(skin, 0.85), 0.6, 8), s.soft(c + 4, 150, w * 0.9, 30, darker(skin, 0.4), 0.1, 12)]) });

const scarf = (s, { width: w, hair }) => {
  const { colour } = hair;
  const back = `M${c},62 C${c - w - 10},60 ${c - w - 40},140 ${c - w - 34},230 C${c - w - 30},320 ${c - w - 44},390 ${c - w - 80},440 L${c + w + 80},440 C${c + w + 44},390 ${c + w + 30},320 ${c + w + 34},230 C${c + w + 40},140 ${c + w + 10},60 ${c},62Z`;
  const front = `M${c},66 C${c - w - 6},64 ${c - w - 34},140 ${c - w - 28},236 C${c - w - 24},330 ${c - w - 14},380 ${c - 90},430 C${c - 40},470 ${c + 60},470 ${c + 110},424 C${c + w + 20},370 ${c + w + 24},320 ${c + w + 28},236 C${c + w + 34},140 ${c + w + 6},64 ${c},66Z M${c},132 C${c + 52},132 ${c + w - 10},172 ${c + w - 8},232 C${c + w - 6},290 ${c + 56},344 ${c},352 C${c - 56},344 ${c - w + 6},290 ${c - w + 8},232 C${c - w + 10},172 ${c - 52},132 ${c},132Z`;
  const fold = (d, o = 0.4, k = 6) => [s.line(d, darker(colour, 0.5), k, { opacity: o, filter: s.blur(3) }), s.line(d, lighter(colour, 0.5), k * 0.5, { opacity: o, filter: s.blur(1.5), transform: "translate(-4 -4)" })];
  const folds = [fold(`M${c - 60},112 C${c - w - 6},150 ${c - w - 12},230 ${c - w + 4},300`), fold(`M${c + 56},104 C${c + w + 10},150 ${c + w + 14},240 ${c + w},310`), fold(`M${c - w - 4},310 C${c - 70},370 ${c - 10},390 ${c + 60},376`, 0.55, 9), fold(`M${c - w + 4},350 C${c - 40},420 ${c + 40},420 ${c + 100},370`, 0.5, 8), fold(`M${c - 100},390 C${c - 30},450 ${c + 30},450 ${c + 96},410`, 0.4, 8), fold(`M${c - 40},84 C${c - 10},100 ${c + 40},98 ${c + 70},86`, 0.3)];
  const edge = `M${c},132 C${c + 52},132 ${c + w - 10},172 ${c + w - 8},232 C${c + w - 6},290 ${c + 56},344 ${c},352 C${c - 56},344 ${c - w + 6},290 ${c - w + 8},232 C${c - w + 10},172 ${c - 52},132 ${c},132Z`;
  const cloth = s.lit(front, colour, [c - w - 34, 66, w * 2 + 68, 390], { shade: 0.42, light: 0.3, rimOpacity: 0.5, inside: folds }).replaceAll(`d="${front}"`, `d="${front}" fill-rule="evenodd" clip-rule="evenodd"`);
  return { back: s.path(back, darker(colour, 0.45)), front: s.group([s.line(edge, "#2a1216", 16, { opacity: 0.35, filter: s.blur(6) }), cloth]) };
};

const styles = { side, crop, quiff, curly, afro, long, swept, tied, locs, receding, bald, scarf };
export const hair = (s, face) => styles[face.hair.style](s, face);
