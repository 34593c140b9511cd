// What is worn: clothes, hats, glasses, earrings.
import { darker, lighter } from "../sheet.mjs";

const c = 256;

const bust = (neck, low = 396) => `M${c - neck - 22},${low} C${c - 120},${low + 22} ${c - 178},${low + 30} ${c - 200},${low + 62} C${c - 216},${low + 90} ${c - 220},510 ${c - 222},530 L${c + 222},530 C${c + 220},510 ${c + 216},${low + 90} ${c + 200},${low + 62} C${c + 178},${low + 30} ${c + 120},${low + 22} ${c + neck + 22},${low}`;
const fold = (s, d, colour, o = 0.5) => [s.line(d, darker(colour, 0.6), 12, { opacity: o * 0.8, filter: s.blur(7) }), s.line(d, lighter(colour, 0.5), 6, { opacity: o * 0.4, filter: s.blur(4), transform: "translate(-9 -3)" })];
const folds = (s, colour) => [fold(s, `M${c - 150},440 C${c - 140},470 ${c - 150},500 ${c - 140},530`, colour), fold(s, `M${c + 140},440 C${c + 120},480 ${c + 130},500 ${c + 120},530`, colour), fold(s, `M${c - 40},500 C${c - 10},510 ${c + 20},505 ${c + 60},490`, colour, 0.25)];
const body = (s, d, colour, more = []) => s.lit(d, colour, [40, 396, 432, 130], { shade: 0.42, light: 0.16, rimOpacity: 0.6, inside: [folds(s, colour), more] });

const crew = (s, { neck: n, wear }) => {
  const d = `${bust(n)} C${c + 40},${448} ${c - 40},448 ${c - n - 22},396Z`;
  const edge = `M${c - n - 22},396 C${c - 40},448 ${c + 40},448 ${c + n + 22},396`;
  const stripes = wear.stripe ? Array.from({ length: 6 }, (_, i) => s.line(`M30,${452 + i * 18} Q256,${476 + i * 18} 482,${452 + i * 18}`, wear.stripe, 7, { opacity: 0.9 })) : "";
  return s.group([body(s, d, wear.colour, stripes), s.line(edge, darker(wear.colour, 0.4), 11, { opacity: 0.9 }), s.line(edge, lighter(wear.colour, 0.12), 7)]);
};
const vee = (s, { neck: n, wear }) => {
  const d = `${bust(n)} L${c + 2},486 L${c - n - 22},396Z`;
  return s.group([body(s, d, wear.colour), s.line(`M${c - n - 22},396 L${c},486 L${c + n + 22},396`, darker(wear.colour, 0.35), 6, { opacity: 0.7 })]);
};
const shirt = (s, { neck: n, wear }) => {
  const k = wear.collar ?? wear.colour;
  const d = `${bust(n)} L${c},456 L${c - n - 22},396Z`;
  const flap = (o) => `M${c + o * (n - 2)},378 C${c + o * (n + 16)},386 ${c + o * (n + 26)},396 ${c + o * (n + 28)},404 L${c + o * 46},470 L${c},440 C${c + o * 20},424 ${c + o * (n - 14)},404 ${c + o * (n - 2)},378Z`;
  return s.group([
    body(s, d, wear.colour, [s.line(`M${c},450 L${c + 2},530`, darker(wear.colour, 0.5), 3, { opacity: 0.6 }), [474, 506].map((y) => s.ellipse(c + 8, y, 3.6, 3.6, lighter(wear.colour, 0.6)))]),
    [-1, 1].map((o) => [s.path(flap(o), darker(wear.colour, 0.6), { opacity: 0.4, filter: s.blur(5), transform: "translate(4 8)" }), s.lit(flap(o), k, [c + (o < 0 ? -n - 28 : 0), 378, n + 28, 92], { shade: 0.3, light: 0.2, rimOpacity: 0.3 })]),
  ]);
};
const blazer = (s, { neck: n, wear }) => {
  const d = `${bust(n)} L${c},520 L${c - n - 22},396Z`;
  const lapel = (o) => `M${c + o * (n + 18)},394 C${c + o * (n + 40)},420 ${c + o * 96},440 ${c + o * 92},452 L${c + o * 74},462 L${c + o * 82},474 L${c + o * 6},530 L${c},520 C${c + o * 26},470 ${c + o * n},440 ${c + o * (n + 18)},394Z`;
  const inner = wear.inner ?? "#f2ece2";
  return s.group([
    shirt(s, { neck: n, wear: { colour: inner } }),
    body(s, d, wear.colour),
    [-1, 1].map((o) => [s.path(lapel(o), "#120c14", { opacity: 0.35, filter: s.blur(5), transform: "translate(3 6)" }), s.lit(lapel(o), lighter(wear.colour, 0.05), [c + (o < 0 ? -96 : 0), 394, 96, 136], { shade: 0.35, light: 0.16, rimOpacity: 0.4 })]),
  ]);
};
const roll = (s, { neck: n, wear }) => {
  const d = `${bust(n)} C${c + 30},410 ${c - 30},410 ${c - n - 22},396Z`;
  const tube = `M${c - n - 8},372 C${c - 30},386 ${c + 30},386 ${c + n + 8},372 C${c + n + 16},390 ${c + n + 22},408 ${c + n + 24},418 C${c + 30},446 ${c - 30},446 ${c - n - 24},418 C${c - n - 22},408 ${c - n - 16},390 ${c - n - 8},372Z`;
  const ribs = Array.from({ length: 17 }, (_, i) => s.line(`M${c - n - 8 + i * ((n * 2 + 16) / 16)},372 q${(i - 8) * 1.2},30 ${(i - 8) * 1.6},66`, darker(wear.colour, 0.5), 2.4, { opacity: 0.35 }));
  return s.group([body(s, d, wear.colour), s.soft(c, 436, n + 26, 12, "#120c14", 0.4, 6), s.lit(tube, wear.colour, [c - n - 24, 372, n * 2 + 48, 70], { shade: 0.45, light: 0.2, rimOpacity: 0.6, inside: ribs })]);
};
const whites = (s, { neck: n, wear }) => {
  const d = `${bust(n)} L${c + 8},452 L${c - n - 22},396Z`;
  const collar = (o) => `M${c + o * (n + 2)},376 C${c + o * (n + 18)},384 ${c + o * (n + 24)},398 ${c + o * (n + 24)},408 C${c + o * 44},430 ${c + o * 22},446 ${c + 4},452 C${c + o * 14},420 ${c + o * (n - 8)},402 ${c + o * (n + 2)},376Z`;
  return s.group([
    body(s, d, wear.colour, [s.line(`M${c + 6},450 C${c + 60},470 ${c + 64},500 ${c + 60},530`, darker(wear.colour, 0.5), 4, { opacity: 0.6 }), [[-34, 486], [-34, 516], [40, 486], [40, 516]].map(([x, y]) => [s.ellipse(c + x + 1, y + 2, 6, 6, "#3a3230", { opacity: 0.35 }), s.ellipse(c + x, y, 5.4, 5.4, wear.trim)])]),
    [-1, 1].map((o) => [s.lit(collar(o), wear.colour, [c + (o < 0 ? -n - 24 : 0), 376, n + 24, 76], { shade: 0.28, light: 0.2, rimOpacity: 0.3 }), s.line(`M${c + o * (n + 24)},408 C${c + o * 44},430 ${c + o * 22},446 ${c + 4},452`, wear.trim, 4)]),
  ]);
};
const hoodie = (s, { neck: n, wear }) => {
  const hood = `M${c - n - 10},352 C${c - n - 70},366 ${c - n - 74},420 ${c - n - 30},440 C${c - 40},470 ${c + 40},470 ${c + n + 30},440 C${c + n + 74},420 ${c + n + 70},366 ${c + n + 10},352 C${c + n + 4},420 ${c + 30},440 ${c},446 C${c - 30},440 ${c - n - 4},420 ${c - n - 10},352Z`;
  return s.group([crew(s, { neck: n, wear }), s.path(hood, "#120c14", { opacity: 0.4, filter: s.blur(7), transform: "translate(2 9)" }), s.lit(hood, wear.colour, [c - n - 70, 352, n * 2 + 140, 110], { shade: 0.45, light: 0.16, rimOpacity: 0.6 }), [-1, 1].map((o) => s.line(`M${c + o * 26},446 q${o * 4},30 ${o * 2},58`, lighter(wear.colour, 0.7), 4.5))]);
};

const suits = { crew, vee, shirt, blazer, roll, whites, hoodie };
export const clothes = (s, face) => suits[face.wear.kind](s, face);

export function glasses(s, { eyes, turn, glasses: g, width: w }) {
  const y = eyes.y + 2;
  const one = (o) => {
    const x = c + o * eyes.gap + turn;
    const d = g.round ? `M${x - 28},${y} a28,26 0 1 0 56,0 a28,26 0 1 0 -56,0Z` : `M${x - 30},${y - 20} Q${x},${y - 25} ${x + 30},${y - 20} Q${x + 32},${y + 16} ${x + 16},${y + 21} Q${x},${y + 24} ${x - 16},${y + 21} Q${x - 32},${y + 16} ${x - 30},${y - 20}Z`;
    return [
      s.line(d, "#2a1216", 6, { opacity: 0.3, filter: s.blur(3), transform: "translate(2 7)" }),
      s.path(d, "#ffffff", { opacity: 0.07 }),
      s.path(`M${x - 20},${y + 12} L${x + 4},${y - 18} L${x + 14},${y - 18} L${x - 12},${y + 16}Z`, "#ffffff", { opacity: 0.16 }),
      s.line(d, g.colour, g.wire ? 2.8 : 5.4),
      s.line(`M${x - 24},${y - 19} Q${x - 4},${y - 25} ${x + 14},${y - 22}`, lighter(g.colour, 0.6), 1.6, { opacity: 0.6 }),
      s.line(`M${x + o * 30},${y - 10} L${c + o * (w + 2)},${y - 14}`, darker(g.colour, 0.2), g.wire ? 2.6 : 5),
    ];
  };
  return s.group([one(-1), one(1), s.line(`M${c + turn - 9},${y - 6} Q${c + turn},${y - 12} ${c + turn + 9},${y - 6}`, g.colour, g.wire ? 2.8 : 5)]);
}

export function earrings(s, { width: w, earrings: e }) {
  return s.group(
    [-1, 1].map((o) => {
      const x = c + o * (w + 7);
      const gold = e.colour;
      if (e.hoop) return [s.ellipse(x, 290, 13, 19, "none", { stroke: darker(gold, 0.4), strokeWidth: 5 }), s.ellipse(x - 1, 289, 13, 19, "none", { stroke: gold, strokeWidth: 3.2 })];
      return [s.ellipse(x, 274, 6, 6, darker(gold, 0.3)), s.path(`M${x},278 l8,22 q-8,10 -16,0Z`, s.linear(x - 8, 278, x + 8, 304, [[0, lighter(gold, 0.6)], [1, darker(gold, 0.4)]]))];
    }),
  );
}

const hats = {
  /** A cloth tied over the hair. */
  bandana(s, { width: w, hat }) {
    const d = `M${c - w - 8},196 C${c - w - 10},120 ${c - 56},78 ${c},78 C${c + 56},78 ${c + w + 10},120 ${c + w + 8},196 C${c + w - 10},160 ${c + 50},140 ${c},138 C${c - 50},140 ${c - w + 10},160 ${c - w - 8},196Z`;
    const dots = Array.from({ length: 30 }, (_, i) => s.path(`m0,-5 l5,5 l-5,5 l-5,-5Z`, hat.dot, { opacity: 0.85, transform: `translate(${c - w + (i % 8) * 25 + ((i >> 3) % 2) * 12} ${92 + (i >> 3) * 25})` }));
    return s.group([s.path(d, "#2a1216", { opacity: 0.4, filter: s.blur(5), transform: "translate(2 9)" }), s.lit(d, hat.colour, [c - w - 8, 78, w * 2 + 16, 118], { shade: 0.45, light: 0.22, rimOpacity: 0.6, inside: dots })]);
  },
  cap(s, { width: w, hat }) {
    const d = `M${c - w - 12},186 C${c - w - 40},110 ${c - 60},74 ${c + 6},74 C${c + 90},74 ${c + w + 30},124 ${c + w + 10},186 C${c + 60},160 ${c - 60},160 ${c - w - 12},186Z`;
    const brim = `M${c - w - 8},178 C${c - 70},146 ${c + 60},146 ${c + w + 10},178 C${c + w + 4},196 ${c + 70},176 ${c},178 C${c - 70},178 ${c - w},200 ${c - w - 8},178Z`;
    const weave = Array.from({ length: 26 }, (_, i) => s.line(`M${c - w - 30 + i * 10},60 l-30,140`, i % 2 ? lighter(hat.colour, 0.3) : darker(hat.colour, 0.4), 2, { opacity: 0.25 }));
    return s.group([s.path(brim, "#2a1216", { opacity: 0.5, filter: s.blur(6), transform: "translate(2 14)" }), s.lit(d, hat.colour, [c - w - 30, 74, w * 2 + 56, 112], { shade: 0.45, light: 0.2, rimOpacity: 0.6, inside: weave }), s.lit(brim, darker(hat.colour, 0.2), [c - w - 8, 148, w * 2 + 16, 48], { shade: 0.4, light: 0.14, rimOpacity: 0.5 })]);
  },
  beanie(s, { width: w, hat }) {
    const d = `M${c - w - 8},190 C${c - w - 18},100 ${c - 60},58 ${c},58 C${c + 60},58 ${c + w + 18},100 ${c + w + 8},190Z`;
    const cuff = `M${c - w - 11},158 C${c - 50},138 ${c + 50},138 ${c + w + 11},158 L${c + w + 12},198 C${c + 50},176 ${c - 50},176 ${c - w - 12},198Z`;
    const ribs = (o) => Array.from({ length: 24 }, (_, i) => s.line(`M${c + (i - 11.5) * 4},50 Q${c + (i - 11.5) * 9},120 ${c + (i - 11.5) * 9},210`, darker(hat.colour, 0.5), 2.6, { opacity: o }));
    return s.group([s.path(cuff, "#2a1216", { opacity: 0.45, filter: s.blur(6), transform: "translate(2 11)" }), s.lit(d, hat.colour, [c - w - 12, 58, w * 2 + 24, 140], { shade: 0.45, light: 0.2, rimOpacity: 0.7, inside: ribs(0.3) }), s.lit(cuff, lighter(hat.colour, 0.08), [c - w - 12, 140, w * 2 + 24, 58], { shade: 0.4, light: 0.2, rimOpacity: 0.7, inside: ribs(0.4) })]);
  },
};
export const hat = (s, face) => hats[face.hat.kind](s, face);
