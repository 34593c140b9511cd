// Places to relax: thermal baths, hammams, massage rooms, still lifes with stones and candles.
import { blob, bokeh, cycle, darker, f, leaf, lighter, many, mix, noise, put, relief, soft, steam } from "./kit.mjs";
import { curtain, lampOn, lightOf, outlook, panel, pendant, plantIn, windowOn } from "./furniture.mjs";
import { HOURS } from "./outdoor.mjs";
import { shell } from "./rooms.mjs";
import { Space } from "./space.mjs";

const warm = (s, colour, o = 0.25) => s.rect(0, 0, s.width, s.height, colour, { opacity: o, style: "mix-blend-mode:soft-light" });
export function candle(s, x, y, k, { tall = 60, wax = "#fbf0dc", lit = 0.9 } = {}) {
  return put(s, [s.soft(4, 2, 30, 7, "#160a10", 0.5, 4), s.path(`M-20,0 V${-tall} A20,6 0 0 1 20,${-tall} V0 A20,6 0 0 1 -20,0Z`, s.linear(-20, 0, 20, 0, [[0, lighter(wax, 0.3)], [0.5, wax], [1, darker(wax, 0.4)]])), s.ellipse(0, -tall, 20, 6, s.radial(0, -tall, 22, [[0, "#ffd98c"], [1, lighter(wax, 0.2)]])), s.line(`M0,${-tall} v-9`, "#2a1a1a", 2), s.glow(0, -tall - 16, 120, "#ffcf80", lit), s.path(`M0,${-tall - 40} C10,${-tall - 22} 8,${-tall - 8} 0,${-tall - 6} C-8,${-tall - 8} -10,${-tall - 22} 0,${-tall - 40}Z`, s.down(-tall - 40, -tall - 6, [[0, "#fff3c0"], [1, "#ff9a3c"]]))], x, y, { k });
}
export function stone(s, x, y, rx, ry, colour) {
  const d = blob(s, x, y, rx, ry, { steps: 8, rough: 0.05 });
  return [s.soft(x + rx * 0.12, y + ry * 0.75, rx, ry * 0.5, "#0c0a10", 0.6, ry * 0.25), s.path(d, colour, { filter: relief(s, { frequency: 0.06, height: 0.9 }) }), s.path(d, s.radial(x - rx * 0.35, y - ry * 0.55, rx * 1.5, [[0, "#ffffff", 0.55], [0.3, "#ffffff", 0.1], [0.6, "#0c0a10", 0.1], [1, "#0c0a10", 0.75]])), s.ellipse(x - rx * 0.3, y - ry * 0.55, rx * 0.26, ry * 0.12, "#ffffff", { opacity: 0.6, filter: s.blur(4) })];
}
const orchid = (s, c = "#e9a0c0") => [many(5, (i) => put(s, s.path("M0,0 C-34,-20 -34,-72 0,-84 C34,-72 34,-20 0,0Z", s.radial(0, -10, 84, [[0, darker(c, 0.35)], [0.3, c], [1, lighter(c, 0.65)]])), 0, 0, { turn: i * 72, k: i % 2 ? 0.9 : 1 })), s.path("M-12,4 C-22,22 22,22 12,4 C6,-6 -6,-6 -12,4Z", "#c4325c"), s.ellipse(0, 0, 7, 7, "#f6d45c")];
const towel = (s, x, y, w, colour, rolls = 3) => many(rolls, (i) => { const q = w / 6; const [cx, cy] = rolls === 3 && i === 2 ? [x, y - q * 1.7] : [x + (i - 0.5) * q * 2.1, y]; return [s.soft(cx + 8, cy + q, q * 1.2, q * 0.4, "#160a10", 0.45, 7), s.rect(cx - q, cy - q, w * 0.55, q * 2, s.down(cy - q, cy + q, [[0, lighter(colour, 0.35)], [0.6, colour], [1, darker(colour, 0.35)]]), { rx: q }), s.ellipse(cx, cy, q, q, s.radial(cx - q * 0.3, cy - q * 0.3, q * 1.4, [[0, lighter(colour, 0.4)], [1, darker(colour, 0.18)]])), s.line(`M${cx},${cy} m-4,0 a6,6 0 1 1 10,4 a14,14 0 1 1 -20,-14 a22,22 0 1 1 26,30`, darker(colour, 0.4), 2.4, { opacity: 0.7 })]; });

export function stones(s) {
  const r = s.random;
  const st = cycle(s, [{ back: "#3f5a4c", table: "#2a2624", mode: "stack", wet: true }, { back: "#b98a7a", table: "#8a5a3c", mode: "line", wet: false }, { back: "#24384a", table: "#1f2a34", mode: "water", wet: true }, { back: "#d9cbb4", table: "#c9b390", mode: "stack", wet: false }, { back: "#5a3f5a", table: "#3a2430", mode: "line", wet: true }]);
  const horizon = 470;
  const tones = ["#2f3338", "#3f444a", "#565a5e", "#6d6a66"];
  const pile = (x, y, n, k) => many(n, (i) => stone(s, x + r.between(-8, 8), y - many(i, (j) => 62 - j * 7).reduce((a, b) => a + b, 0) * k, (128 - i * 22) * k, (40 - i * 4) * k, tones[i % 4]));
  const side = s.index % 2 ? 1 : -1;
  const ripples = many(6, (i) => s.ellipse(600, 650, 160 + i * 90, 34 + i * 22, "none", { stroke: lighter(st.table, 0.55), strokeWidth: 3, opacity: 0.4 - i * 0.05 }));
  return [
    s.rect(0, 0, 1200, horizon + 20, s.linear(0, 0, 1200, horizon, [[0, lighter(st.back, 0.35)], [0.5, st.back], [1, darker(st.back, 0.45)]])), soft(s, many(16, () => put(s, leaf(s, mix(st.back, r.pick(["#7fae6a", "#2c5a45", "#c9d48c"]), 0.6), 220, 70), r() * 1200, r() * horizon, { turn: r() * 360 })), 16, { opacity: 0.75 }), bokeh(s, 20, ["#ffd98c", "#fff3d0", lighter(st.back, 0.5)], { y: [0.05, 0.5], size: [18, 60] }),
    s.rect(0, horizon, 1200, 340, s.down(horizon, 800, [[0, lighter(st.table, 0.3)], [0.35, st.table], [1, darker(st.table, 0.5)]])), st.wet ? [ripples, many(46, () => { const t = r(); return s.ellipse(r() * 1200, horizon + t * 330, 10 + 50 * t, 1 + 2 * t, "#ffffff", { opacity: 0.18 }); })] : s.rect(0, horizon, 1200, 340, "#000", { filter: noise(s, darker(st.table, 0.7), { x: 0.003, y: 0.08, strength: 2.6, cut: 1.1 }), opacity: 0.7 }),
    candle(s, 600 - side * 330, 610, 1.9, { tall: 90 }), candle(s, 600 - side * 430, 640, 1.5, { tall: 50 }), soft(s, candle(s, 600 + side * 480, 540, 1.1, { tall: 60 }), 3), towel(s, 600 + side * 330, 570, 260, cycle(s, ["#f4ead8", "#dfe6da", "#f2d9c8"])),
    st.wet ? s.group(put(s, pile(0, 0, 4, 1.1), 600, 680, { ky: -0.4, k: 1 }), { opacity: 0.22, filter: s.blur(5) }) : "", st.mode === "line" ? [stone(s, 400, 660, 118, 44, tones[0]), stone(s, 640, 690, 132, 50, tones[1]), stone(s, 520, 600, 90, 34, tones[2]), stone(s, 800, 640, 96, 36, tones[3])] : pile(600 + side * 20, 655, 5, 1.25), put(s, orchid(s, cycle(s, ["#e9a0c0", "#ffffff", "#c99ae0", "#f6c48a"])), 600 + side * (st.mode === "line" ? 60 : 200), st.mode === "line" ? 600 : 660, { k: 1.05, turn: 20, ky: 0.85 }), put(s, orchid(s, cycle(s, ["#e9a0c0", "#ffffff", "#c99ae0", "#f6c48a"])), 600 + side * 290, 720, { k: 0.8, turn: -30, ky: 0.6 }), put(s, leaf(s, "#4f8a54", 190, 40), 600 + side * 160, 720, { turn: side > 0 ? 10 : 170 }), warm(s, "#ffcf90", 0.22),
  ];
}

export function massage(s) {
  const st = cycle(s, [{ wall: "#c9a98a", wood: "#8a5a3c", cloth: "#f4ead8", accent: "#5c7a5a", time: "noon", out: "garden" }, { wall: "#4f5f5a", wood: "#6a4632", cloth: "#e9dcc4", accent: "#c98a4a", time: "dusk", out: "garden" }, { wall: "#e2d2c4", wood: "#b58a5c", cloth: "#ffffff", accent: "#a9746a", time: "dawn", out: "sea" }, { wall: "#6d5248", wood: "#4a3024", cloth: "#f2e2c4", accent: "#d9a05a", time: "night", out: "peaks" }, { wall: "#a8b4a4", wood: "#a8784a", cloth: "#f6f2e6", accent: "#6d8a62", time: "gold", out: "sea" }]);
  const dark = ["night", "dusk"].includes(st.time);
  const swap = s.index % 2 ? -1 : 1;
  const [w, h, d] = [5.2, 2.8, 5.4];
  const space = new Space(s, { eye: [swap * 0.6, 1.7, -0.4], yaw: -swap * 0.16, focal: 0.78, horizon: 0.4, light: [-swap, 0.8, -0.4] });
  const tables = s.index % 3 === 1 ? [4.3, 2.5] : [2.9];
  const slab = (x, z) => {
    const mid = space.at(x - swap * 0.15, 0.94, z);
    const head = space.at(x + swap * 0.95, 0.86, z);
    return [
      space.shadow(x, z, 2.9, 1.2, 0.55), many(4, (i) => space.box(x + (i % 2 ? 0.9 : -0.9), 0, z + (i < 2 ? 0.34 : -0.34), 0.12, 0.58, 0.12, st.wood)), space.box(x, 0.14, z, 1.9, 0.06, 0.66, lighter(st.wood, 0.1)), space.box(x, 0.56, z, 2.25, 0.14, 0.9, st.wood),
      space.box(x, 0.7, z, 2.2, 0.12, 0.88, st.cloth, { lift: 0.1 }), space.box(x - swap * 0.3, 0.5, z, 1.35, 0.34, 0.96, lighter(st.cloth, 0.2), { lift: 0.1 }), space.box(x - swap * 0.7, 0.46, z, 0.36, 0.39, 0.98, st.accent, { lift: 0.12 }), many(5, (i) => space.face([[x - swap * 0.3 - 0.5 + i * 0.25, 0.84, z - 0.485], [x - swap * 0.3 - 0.46 + i * 0.25, 0.84, z - 0.485], [x - swap * 0.3 - 0.47 + i * 0.25, 0.5, z - 0.485], [x - swap * 0.3 - 0.5 + i * 0.25, 0.5, z - 0.485]], darker(st.cloth, 0.4), { opacity: 0.3 })),
      towel(s, head.X - head.k * 0.05, head.Y, head.k * 0.5, st.cloth), many(4, (i) => stone(s, mid.X - mid.k * 0.3 + i * mid.k * 0.2, mid.Y + mid.k * 0.02 + (i % 2) * 5, mid.k * 0.09, mid.k * 0.032, "#34383c")), put(s, orchid(s), mid.X - mid.k * 0.55, mid.Y + mid.k * 0.02, { k: mid.k / 1100, ky: mid.k / 1700 }), put(s, orchid(s, "#ffffff"), mid.X - mid.k * 0.42, mid.Y + mid.k * 0.06, { k: mid.k / 1500, ky: mid.k / 2200 }),
    ];
  };
  const tub = (x, z) => [space.tube(x, 0, z, 0.24, 0.5, st.wood, { shadow: 0.4 }), (() => { const p = space.at(x, 0.5, z); return [candle(s, p.X - p.k * 0.08, p.Y, p.k / 300), candle(s, p.X + p.k * 0.1, p.Y + 3, p.k / 380, { tall: 40 })]; })()];
  const slats = many(17, (i) => space.box(-w / 2 + 0.15 + i * 0.31, 0, d - 0.06, 0.12, h, 0.06, i % 2 ? st.wood : lighter(st.wood, 0.12)));
  return [
    shell(space, { w, h, d, wall: st.wall, floor: darker(st.wood, 0.05), floorKind: "boards", dark }), s.index % 2 ? slats : [space.face([[-1.7, 2.1, d - 0.01], [1.7, 2.1, d - 0.01], [1.7, 0.7, d - 0.01], [-1.7, 0.7, d - 0.01]], darker(st.wall, 0.4)), many(3, (i) => { const p = space.at(-1.2 + i * 1.2, 0.72, d - 0.05); return [candle(s, p.X, p.Y, p.k / 240), put(s, leaf(s, "#5f8a54", 60, 14), p.X + 40, p.Y, { turn: -60, k: p.k / 240 })]; })],
    windowOn(space, panel([-swap * (w / 2 - 0.01), 0.3, 1.9], [0, 0, 2.4], [0, 2.1, 0]), { kind: st.out, time: st.time, bars: [3, 1], frame: st.wood }), curtain(space, panel([-swap * (w / 2 - 0.05), 0.02, 4.2], [0, 0, 0.6], [0, 2.6, 0]), st.cloth), curtain(space, panel([-swap * (w / 2 - 0.05), 0.02, 1.5], [0, 0, 0.5], [0, 2.6, 0]), st.cloth), space.patch([[-swap * 2.4, 0.01, 3.8], [0, 0.01, 3.2], [0, 0.01, 1.6], [-swap * 2.4, 0.01, 2]], lightOf(st.time), dark ? 0.2 : 0.8),
    space.box(swap * 2.25, 0, 3.4, 0.5, 0.8, 1.6, st.wood, { shadow: 0.4 }), lampOn(space, swap * 2.25, 0.8, 3.9, { tall: 0.5, on: 0.9 }), many(4, (i) => { const p = space.at(swap * 2.2, 0.8, 2.8 + i * 0.2); return s.rect(p.X - p.k * 0.04, p.Y - p.k * 0.2, p.k * 0.08, p.k * 0.2, ["#6d4a2c", "#8fae8a", "#e9dcc4", "#b5756a"][i], { rx: 3 }); }), plantIn(space, swap * 2.2, 4.9, 1.7, "broad", lighter(st.accent, 0.3)), plantIn(space, -swap * 2.1, 4.95, 1.5, "snake", "#e6dccb"),
    tables.map((z, i) => slab(-swap * (i ? 0.5 : -0.1), z)), tub(swap * 1.65, 2.3), many(2, (i) => pendant(space, (i ? 1 : -1) * 1.4, 2.0, 4, { size: 0.36, kind: "basket", colour: st.wood, on: 0.9, ceiling: h })), warm(s, lightOf(st.time), 0.3), dark ? s.rect(0, 0, 1200, 800, "#3a1e2a", { opacity: 0.25, style: "mix-blend-mode:multiply" }) : "",
  ];
}

export function hammam(s) {
  const st = cycle(s, [{ stone: "#d9c8b0", tile: "#2f7a94", glow: "#ffe2b0" }, { stone: "#c99a74", tile: "#a8492d", glow: "#ffd090" }, { stone: "#b4c4c0", tile: "#1d4f7c", glow: "#e9f6ff" }, { stone: "#e6cfc0", tile: "#8a5a7a", glow: "#ffdcc4" }, { stone: "#8fa494", tile: "#3f6a4c", glow: "#fff0c8" }]);
  const r = s.random;
  const swap = s.index % 2 ? -1 : 1;
  const space = new Space(s, { eye: [swap * 0.6, 1.6, -0.4], yaw: -swap * 0.05, focal: 0.68, horizon: 0.56, light: [0, 1, -0.4] });
  const [w, d, h] = [8, 9, 3.4];
  const x = w / 2;
  const arch = (at, wide, spring, tall, c) => space.face([...many(17, (i) => { const a = Math.PI - (i / 16) * Math.PI; return at(Math.cos(a) * wide, spring + Math.sin(a) * tall); }), at(wide, 0), at(-wide, 0)], c);
  const back = (cx) => (u, v) => [cx + u, v, d - 0.01];
  const side = (sx, cz) => (u, v) => [sx * (x - 0.01), v, cz + u];
  const apex = space.at(0, 6.4, 5.4);
  const holes = many(34, (i) => { const ring = Math.floor(Math.sqrt(i)); const a = i * 2.4; const q = ring * 0.52; return space.at(Math.cos(a) * q, 6.5 - q * q * 0.18, 5.4 + Math.sin(a) * q * 0.9); });
  const tiles = (sx) => many(24, (i) => many(3, (j) => { const z = 1.2 + i * 0.33; return space.face([[sx * (x - 0.005), 1.2 - j * 0.34, z + 0.3], [sx * (x - 0.005), 1.2 - j * 0.34, z], [sx * (x - 0.005), 0.9 - j * 0.34, z], [sx * (x - 0.005), 0.9 - j * 0.34, z + 0.3]], mix(st.tile, r.pick(["#ffffff", "#e0b25c", darker(st.tile, 0.4)]), r.between(0, 0.45))); }));
  const dome = space.outline(space.ring(0, h, 5.2, 3.7, 60));
  return [
    shell(space, { w, h, d, wall: st.stone, floor: lighter(st.stone, 0.25), floorKind: "plain", skirting: false }), space.floor({ x: [-x, x], z: [0.3, d], colour: lighter(st.stone, 0.15), kind: "check", size: 0.8, second: mix(st.tile, st.stone, 0.55) }),
    s.path(dome, s.radial(apex.X, apex.Y + 60, 560, [[0, lighter(st.stone, 0.5)], [0.5, darker(st.stone, 0.15)], [1, darker(st.stone, 0.55)]])), s.group([many(9, (i) => space.face(space.ring(0, h + i * 0.34, 5.3, 3.5 - i * 0.34, 50), "none", { stroke: darker(st.stone, 0.4), strokeWidth: 2, opacity: 0.4 })), holes.map((p) => [s.glow(p.X, p.Y, 34, st.glow, 0.9), s.ellipse(p.X, p.Y, 9, 7, "#fffdf4")])], { clipPath: s.clip(dome) }),
    [-2.5, 0, 2.5].map((cx) => [arch(back(cx), 0.95, 1.7, 0.95, darker(st.stone, 0.35)), arch(back(cx), 0.82, 1.7, 0.82, s.down(300, 560, [[0, cx === 0 ? st.glow : darker(st.stone, 0.6)], [1, cx === 0 ? mix(st.glow, st.stone, 0.6) : darker(st.stone, 0.4)]]))]), [2.2, 4.4, 6.6].map((z) => [-1, 1].map((sx) => [arch(side(sx, z), 0.85, 1.8, 0.85, darker(st.stone, 0.3)), arch(side(sx, z), 0.72, 1.8, 0.72, darker(st.stone, 0.55))])), tiles(-1), tiles(1), many(22, (i) => many(3, (j) => space.face([[-x + i * 0.365, 1.2 - j * 0.34, d - 0.02], [-x + i * 0.365 + 0.33, 1.2 - j * 0.34, d - 0.02], [-x + i * 0.365 + 0.33, 0.9 - j * 0.34, d - 0.02], [-x + i * 0.365, 0.9 - j * 0.34, d - 0.02]], mix(st.tile, r.pick(["#ffffff", "#e0b25c", darker(st.tile, 0.4)]), r.between(0, 0.45)), { opacity: Math.abs(-x + i * 0.365 + 0.16) % 2.5 < 0.8 ? 0 : 1 }))),
    [-1, 1].map((sx) => space.box(sx * (x - 0.35), 0, 5, 0.7, 0.45, 7, lighter(st.stone, 0.5), { shadow: 0.3 })), [-2.9, 2.9].map((cx) => [space.tube(cx, 0, 7.6, 0.2, 0.7, lighter(st.stone, 0.5), { wide: 0.42, shadow: 0.4 }), space.disc(cx, 0.705, 7.6, 0.34, "#8fd0dc")]),
    space.tube(0, 0, 5.2, 1.9, 0.5, st.tile, { top: lighter(st.stone, 0.6), shadow: 0.5 }), many(14, (i) => { const a = Math.PI + (i / 13) * Math.PI; const p = space.at(Math.cos(a) * 1.9, 0.27, 5.2 + Math.sin(a) * 1.9); return put(s, s.path("M0,-16 L12,0 L0,16 L-12,0Z", lighter(st.tile, 0.6), { opacity: 0.8 }), p.X, p.Y, { k: p.k / 130 }); }), (() => { const p = space.at(-0.5, 0.56, 5); return [towel(s, p.X, p.Y - 12, p.k * 0.5, "#fbf4e6"), candle(s, p.X + p.k * 1.1, p.Y, p.k / 260), put(s, [s.path("M-26,0 C-34,-20 34,-20 26,0Z", "#c98a4a"), s.ellipse(0, -14, 26, 6, "#e9b870")], p.X + p.k * 0.6, p.Y, { k: p.k / 160 })]; })(),
    soft(s, holes.slice(0, 9).map((p, i) => s.path(`M${f(p.X - 8)},${f(p.Y)} L${f(p.X + 8)},${f(p.Y)} L${f(420 + i * 46 + 60)},640 L${f(420 + i * 46 - 20)},640Z`, s.down(p.Y, 640, [[0, st.glow, 0.6], [1, st.glow, 0]]))), 5, { opacity: 0.5 }), s.soft(600, 590, 300, 40, st.glow, 0.5, 30), many(3, (i) => steam(s, 300 + i * 300, 620, 1.8, 0.12)), warm(s, st.glow, 0.25),
  ];
}

export function spa(s) {
  const st = cycle(s, [{ wall: "#c9b79a", water: "#2fa0ac", time: "noon", out: "garden" }, { wall: "#3f4a52", water: "#1f6f8c", time: "night", out: "peaks" }, { wall: "#d9c4b0", water: "#4fb2b8", time: "gold", out: "sea" }, { wall: "#8a7462", water: "#2a8a94", time: "dusk", out: "garden" }, { wall: "#dfe2dc", water: "#3f9cc0", time: "dawn", out: "peaks" }]);
  const r = s.random;
  const hour = HOURS[st.time];
  const dark = hour.dim > 0.2;
  const swap = s.index % 2 ? -1 : 1;
  const [w, h, d] = [9, 4, 12];
  const space = new Space(s, { eye: [swap * 1.4, 1.75, -0.3], yaw: -swap * 0.12, focal: 0.72, horizon: 0.46, light: [-swap, 0.8, -0.4] });
  const basin = [[-2.7, 0.01, 10.4], [2.4, 0.01, 10.4], [2.4, 0.01, 1.4], [-2.7, 0.01, 1.4]].map(([a, b, c]) => [a * swap, b, c]);
  const water = space.outline(basin);
  const view = space.at(0, 2, d);
  const lounger = (x, z) => [z, () => [space.shadow(x, z, 0.9, 2, 0.35), space.box(x, 0.18, z - 0.2, 0.7, 0.2, 1.5, "#a8784a"), space.box(x, 0.38, z - 0.2, 0.66, 0.08, 1.45, "#f6efe2"), space.face([[x - 0.33, 0.95, z + 1], [x + 0.33, 0.95, z + 1], [x + 0.33, 0.42, z + 0.5], [x - 0.33, 0.42, z + 0.5]], "#e9dcc8")]];
  return [
    shell(space, { w, h, d, wall: st.wall, floor: darker(st.wall, 0.05), floorKind: "slabs", dark, skirting: false }), windowOn(space, panel([-4, 0.1, d - 0.01], [8, 0, 0], [0, 3.6, 0]), { kind: st.out, time: st.time, bars: [5, 1], frame: dark ? "#2a2624" : "#f2e9da", thick: 0.014 }), many(5, (i) => [space.box(-swap * 4.2, 0, 2.4 + i * 2.2, 0.5, h, 0.5, darker(st.wall, 0.1))]), many(4, (i) => { const p = space.at(-swap * 4.2, 2.4, 3.5 + i * 2.2); return s.glow(p.X, p.Y, p.k * 1.1, "#ffd98c", dark ? 0.8 : 0.35); }),
    many(6, (i) => space.box(0, h - 0.25, 2 + i * 1.8, w, 0.22, 0.3, "#8a6244")),
    s.path(water, s.down(380, 800, [[0, mix(st.water, hour.sky[2], 0.45)], [0.4, st.water], [1, darker(st.water, 0.45)]])), s.group([s.group(outlook(s, st.out, st.time, 180, 300, 840, 330), { transform: `translate(0 ${f(view.Y * 2 + 250)}) scale(1 -1)`, opacity: 0.22, filter: s.blur(6) }), many(90, () => { const t = r(); return s.line(`M${f(r() * 1200)},${f(430 + t * 360)} q${f(16 + t * 30)},-6 ${f(30 + t * 60)},0`, "#f2fdfb", 1.4 + t * 2, { opacity: 0.4 }); }), many(4, (i) => s.glow(350 + i * 170, 520 + i * 40, 190, dark ? "#8ff0f0" : "#ffffff", dark ? 0.55 : 0.3))], { clipPath: s.clip(water) }), s.line(water, "#fbf4e6", 10), s.line(water, darker(st.wall, 0.3), 3, { opacity: 0.5 }),
    space.sorted([lounger(swap * 3.4, 8.6), lounger(swap * 3.4, 6), lounger(swap * 3.5, 3.6), [10.8, () => plantIn(space, swap * 3.6, 10.8, 2.2, "tree", "#e6dccb")], [10.9, () => plantIn(space, -swap * 3.5, 10.9, 1.9, "broad", "#8a5a3c")], [5, () => plantIn(space, -swap * 3.5, 5, 1.6, "fern", "#e6dccb")], ...many(6, (i) => [2.6 + i * 1.5, () => { const p = space.at(-swap * 2.95, 0, 2.6 + i * 1.5); return candle(s, p.X, p.Y, p.k / 260, { tall: 40 + (i % 3) * 24 }); }]), [3, () => { const p = space.at(swap * 2.8, 0.05, 2.9); return [towel(s, p.X, p.Y - 30, p.k * 0.6, "#fbf4e6")]; }]]),
    many(3, (i) => steam(s, 380 + i * 200, 560, 1.7, 0.12)), many(3, (i) => pendant(space, swap * (i - 1) * 1.8, 2.7, 6, { size: 0.7, kind: "basket", colour: "#c9a06a", on: dark ? 1 : 0.5, ceiling: h })), warm(s, lightOf(st.time), 0.28),
  ];
}
