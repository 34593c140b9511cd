// Rooms to sit and look in: restaurants, terraces, lobbies, galleries, museums.
import { cycle, darker, f, lighter, many, mix, person, put, soft, wash } from "./kit.mjs";
import { armchair, artwork, chair, lightOf, outlook, panel, pendant, plantIn, roundTable, windowOn } from "./furniture.mjs";
import { HOURS, lamps, foliage } from "./outdoor.mjs";
import { shell } from "./rooms.mjs";
import { Space } from "./space.mjs";

const glow = (s, time, from = 0) => { const dark = ["night", "dusk"].includes(time); return [s.rect(0, 0, s.width, s.height, s.linear(from < 0 ? 0 : s.width, 0, s.width / 2, s.height, [[0, lightOf(time), dark ? 0.1 : 0.4], [1, "#1a0f22", dark ? 0.35 : 0.15]]), { style: "mix-blend-mode:soft-light" }), wash(s, dark ? "#ffb46a" : lightOf(time), 0.18)]; };

/** Plates, glasses and a candle on a table at (x, y, z). */
export function laid(space, x, y, z, { candle = true, r = 0.26 } = {}) {
  const { s } = space;
  const glass = (dx, dz) => { const p = space.at(x + dx, y, z + dz); return put(s, [s.ellipse(0, 0, 14, 4, "#ffffff", { opacity: 0.6 }), s.rect(-1.4, -40, 2.8, 40, "#ffffff", { opacity: 0.7 }), s.path("M-16,-90 C-20,-54 -10,-40 0,-40 C10,-40 20,-54 16,-90Z", "#ffffff", { opacity: 0.28 }), s.path("M-17,-66 C-16,-48 -8,-42 0,-42 C8,-42 16,-48 17,-66Z", s.random.pick(["#8a1f34", "#e3c766"]), { opacity: 0.85 }), s.line("M-13,-84 C-16,-60 -10,-50 -6,-46", "#ffffff", 3, { opacity: 0.8 })], p.X, p.Y, { k: (0.2 * p.k) / 90 }); };
  const c = space.at(x, y, z);
  return [[-r, r].map((d) => [space.disc(x + d, y + 0.005, z, 0.12, "#fbf6ec"), space.disc(x + d, y + 0.008, z, 0.08, "#e3d8c8")]), glass(-0.1, 0.14), glass(0.12, -0.12), candle ? put(s, [s.glow(0, -26, 90, "#ffd98c", 0.75), s.rect(-7, -22, 14, 22, "#fff3d0", { rx: 3 }), s.path("M0,-40 C6,-30 5,-24 0,-23 C-5,-24 -6,-30 0,-40Z", "#ffb84a")], c.X, c.Y, { k: c.k / 260 }) : ""];
}
export function parasol(space, x, z, colour, second, { r = 1.35, y = 2.1, h = 0.5 } = {}) {
  const { s } = space;
  const rim = space.ring(x, y, z, r, 16);
  const wedges = many(16, (i) => [rim[i][2], () => space.face([[x, y + h, z], rim[i], rim[(i + 1) % 16]], darker(i % 4 < 2 ? colour : second, 0.3 * (0.5 + Math.cos(((i + 0.5) / 16) * 6.283) * 0.5)))]);
  const [a, b] = [space.at(x, 0, z), space.at(x, y + h, z)];
  return s.group([space.shadow(x + 0.4, z, r * 2, r * 1.7, 0.3), s.line(`M${f(a.X)},${f(a.Y)} L${f(b.X)},${f(b.Y)}`, "#e9dcc4", Math.max(2, a.k * 0.035)), wedges.sort((p, q) => q[0] - p[0]).map(([, d]) => d())]);
}
function bar(space, x, z, w, wood, wall) {
  const { s } = space;
  const shelf = (y) => [space.box(x, y, z + 0.55, w, 0.04, 0.26, wood), many(Math.floor(w / 0.16), (i) => { const p = space.at(x - w / 2 + 0.1 + i * 0.16, y + 0.04, z + 0.5); const c = s.random.pick(["#5a8a6a", "#8a4a2a", "#c9a45a", "#3a5a7a", "#7a2f3f", "#d9c9a8"]); const h = p.k * s.random.between(0.2, 0.3); const q = p.k * 0.04; return [s.rect(p.X - q, p.Y - h * 0.7, q * 2, h * 0.7, s.linear(p.X - q, 0, p.X + q, 0, [[0, lighter(c, 0.45)], [0.5, c], [1, darker(c, 0.5)]]), { rx: q * 0.5 }), s.rect(p.X - q * 0.35, p.Y - h, q * 0.7, h * 0.35, c)]; })];
  return s.group([space.face([[x - w / 2, 2.5, z + 0.7], [x + w / 2, 2.5, z + 0.7], [x + w / 2, 1, z + 0.7], [x - w / 2, 1, z + 0.7]], s.down(0, 800, [[0, lighter(wall, 0.25)], [1, darker(wall, 0.3)]])), [1.2, 1.6, 2.0].map(shelf), many(3, (i) => { const p = space.at(x - w / 3 + (i * w) / 3, 2.3, z + 0.4); return s.glow(p.X, p.Y, p.k * 0.9, "#ffdf9c", 0.5); }), space.box(x, 0, z - 0.3, w + 0.4, 1.05, 0.6, wood, { shadow: 0.5, top: lighter(wood, 0.3) }), many(Math.floor(w / 0.5), (i) => space.face([[x - w / 2 + i * 0.5, 0.95, z - 0.61], [x - w / 2 + i * 0.5 + 0.42, 0.95, z - 0.61], [x - w / 2 + i * 0.5 + 0.42, 0.12, z - 0.61], [x - w / 2 + i * 0.5, 0.12, z - 0.61]], darker(wood, 0.35), { opacity: 0.6 })), many(Math.floor(w / 0.8), (i) => [space.tube(x - w / 2 + 0.4 + i * 0.8, 0, z - 1.0, 0.16, 0.02, "#2a2024"), space.tube(x - w / 2 + 0.4 + i * 0.8, 0, z - 1.0, 0.025, 0.68, "#2a2024"), space.tube(x - w / 2 + 0.4 + i * 0.8, 0.68, z - 1.0, 0.18, 0.07, "#a8492d")])]);
}

export function restaurant(s) {
  const r = s.random;
  const st = cycle(s, [
    { wall: "#2f4a44", wood: "#8a5a38", floor: "#7a5236", seat: "#c98a4a", lamp: "dome", metal: "#c9a45a", time: "dusk", out: "town", kind: "boards", beams: null },
    { wall: "#e9d6b4", wood: "#a8703e", floor: "#c9784f", seat: "#5c7a29", lamp: "basket", metal: "#b58a5c", time: "noon", out: "sea", kind: "slabs", beams: "#7a5236" },
    { wall: "#7a2f34", wood: "#4a2c22", floor: "#3a2a28", seat: "#7a2f34", lamp: "globe", metal: "#d9ac5c", time: "night", out: "town", kind: "check", beams: null },
    { wall: "#dfe4de", wood: "#c99a66", floor: "#d9c4a0", seat: "#2f6c80", lamp: "cone", metal: "#2f6c80", time: "dawn", out: "garden", kind: "boards", beams: null },
    { wall: "#c98a5c", wood: "#5a3a2a", floor: "#8a5a40", seat: "#e0b25c", lamp: "basket", metal: "#7a4a2c", time: "gold", out: "garden", kind: "boards", beams: "#4a3024" },
    { wall: "#26344e", wood: "#b58a5c", floor: "#2c3444", seat: "#c4532f", lamp: "globe", metal: "#c4532f", time: "night", out: "sea", kind: "check", beams: null },
  ]);
  const dark = ["night", "dusk"].includes(st.time);
  const swap = s.index % 2 ? -1 : 1;
  const [w, h, d] = [8, 3.3, 9.5];
  const x = w / 2;
  const space = new Space(s, { eye: [swap * 0.6, 1.6, -0.2], yaw: -swap * 0.14, focal: 0.72, horizon: 0.44, light: [-swap, 0.8, -0.4] });
  const wide = s.index % 3 === 0;
  const spots = many(8, (i) => [(i % 2 ? 1 : -1) * 1.55 + (Math.floor(i / 2) % 2) * 0.3 - (wide ? 0.2 : 0), 2.6 + Math.floor(i / 2) * 1.75]);
  const round = s.index % 2 === 0;
  const table = ([tx, tz]) => [tz, () => [chair(space, tx, tz + 0.62, { seat: st.seat, back: 1, wood: darker(st.wood, 0.2) }), chair(space, tx - 0.66, tz, { seat: st.seat, back: 1, wood: darker(st.wood, 0.2) }), round ? roundTable(space, tx, tz, { top: s.index % 3 ? st.wood : "#f6f0e4", cloth: s.index % 3 === 0 }) : [space.shadow(tx, tz, 1.1, 0.9, 0.4), many(4, (i) => space.box(tx + (i % 2 ? 0.36 : -0.36), 0, tz + (i < 2 ? 0.3 : -0.3), 0.05, 0.72, 0.05, darker(st.wood, 0.3))), space.box(tx, 0.72, tz, 0.9, 0.05, 0.76, st.wood)], laid(space, tx, round ? 0.745 : 0.775, tz, { candle: dark || s.index % 2 === 0 }), chair(space, tx + 0.66, tz - 0.06, { seat: st.seat, back: 1, wood: darker(st.wood, 0.2) })]];
  return [
    shell(space, { w, h, d, wall: st.wall, floor: st.floor, floorKind: st.kind, beams: st.beams, dark }),
    many(3, (i) => windowOn(space, panel([-swap * (x - 0.01), 0.7, 2.2 + i * 2.4], [0, 0, 1.7], [0, 2.0, 0]), { kind: st.out, time: st.time, bars: [2, 3], frame: dark ? darker(st.wood, 0.3) : "#f4ece0", arch: s.index % 3 === 1 })),
    many(3, (i) => space.patch([[-swap * (x - 0.3), 0.01, 3.8 + i * 2.4], [-swap * 0.6, 0.01, 3.2 + i * 2.4], [-swap * 0.6, 0.01, 2 + i * 2.4], [-swap * (x - 0.3), 0.01, 2.3 + i * 2.4]], lightOf(st.time), dark ? 0.15 : 0.7)),
    bar(space, wide ? 0 : swap * 1.2, d - 0.75, wide ? 5.6 : 4.2, st.wood, st.wall), many(2, (i) => artwork(space, panel([swap * (x - 0.01), 1.35, 3 + i * 2.2], [0, 0, 1.1], [0, 1.0, 0]))), plantIn(space, -swap * (x - 0.5), d - 0.8, 1.9, "tree", lighter(st.metal, 0.2)), plantIn(space, swap * (x - 0.5), 7.2, 1.4, "broad", st.metal),
    space.sorted(spots.map(table)), space.sorted(spots.map(([tx, tz]) => [tz, () => pendant(space, tx, 1.95, tz, { ceiling: h, size: 0.46, kind: st.lamp, colour: st.metal, on: dark ? 1 : 0.5 })])), plantIn(space, -swap * 3.2, 2.2, 1.3, r.pick(["fern", "broad", "snake"]), lighter(st.seat, 0.1)), glow(s, st.time, -swap),
  ];
}

export function terrace(s) {
  const r = s.random;
  const st = cycle(s, [{ time: "gold", out: "sea", cloth: "#f6f0e4", shade: ["#c4532f", "#f6ead2"], floor: "#d9b48a", kind: "slabs" }, { time: "night", out: "town", cloth: "#7a2f34", shade: null, floor: "#5a4a50", kind: "slabs" }, { time: "noon", out: "garden", cloth: "#a9c48a", shade: ["#5c7a29", "#f6f0dc"], floor: "#c9b79a", kind: "boards" }, { time: "dusk", out: "sea", cloth: "#1d4f7c", shade: null, floor: "#8a6a5a", kind: "boards" }, { time: "dawn", out: "peaks", cloth: "#f2d9c0", shade: ["#1d4f7c", "#f6efe2"], floor: "#b0a08c", kind: "slabs" }]);
  const dark = ["night", "dusk"].includes(st.time);
  const space = new Space(s, { eye: [r.between(-0.4, 0.4), 1.75, 0], yaw: (s.index % 2 ? 1 : -1) * 0.12, focal: 0.74, horizon: 0.44, light: [-0.6, 0.8, 0.3] });
  const spots = many(7, (i) => [((i % 2 ? 1 : -1) * 1.7) + (Math.floor(i / 2) % 2 ? 0.5 : -0.2), 2.7 + Math.floor(i / 2) * 1.7]);
  const line = space.at(0, 0, 9).Y;
  const night = (c) => (dark ? mix(c, HOURS[st.time].shadow, 0.3) : c);
  return [
    outlook(s, st.out, st.time, -20, -60, s.width + 40, line + 70), space.floor({ x: [-9, 9], z: [0.2, 9], colour: night(st.floor), kind: st.kind, size: st.kind === "slabs" ? 0.7 : 0.2 }),
    many(34, (i) => { const bx = -8 + i * 0.5; return space.tube(bx, 0, 9, 0.05, 0.8, night("#f4ece0"), { wide: 0.05 }); }), space.box(0, 0.8, 9, 18, 0.12, 0.22, night("#f4ece0")), many(5, (i) => { const p = space.at(-7 + i * 3.5, 0.92, 8.9); return [foliage(s, p.X, p.Y - 16, 52, 24, night("#4f7a45"), 30, 15), many(12, () => s.ellipse(p.X + r.between(-50, 50), p.Y - 16 + r.between(-24, 20), 4, 4, r.pick(["#e9527a", "#f6d45c", "#ffffff"])))]; }),
    [-4.4, 4.4].map((px) => [8.2, 4.6].map((pz) => space.box(px, 0, pz, 0.16, 2.7, 0.16, night("#a8754a")))), space.box(-4.4, 2.65, 5.4, 0.14, 0.16, 8, night("#a8754a")), space.box(4.4, 2.65, 5.4, 0.14, 0.16, 8, night("#a8754a")), many(8, (i) => space.box(0, 2.8, 8.6 - i * 0.9, 9.4, 0.12, 0.09, night("#b58a5c"))),
    many(6, (i) => { const p = space.at(-4.4 + (i % 2) * 8.8, 2.6, 8.4 - Math.floor(i / 2) * 1.7); return foliage(s, p.X, p.Y, p.k * 0.8, p.k * 0.3, night("#5f8a4a"), 44, p.k * 0.16); }),
    many(3, (i) => { const [a, b] = [space.at(-4.4, 2.6, 8 - i * 2), space.at(4.4, 2.6, 7.4 - i * 2)]; return lamps(s, a.X, a.Y, b.X, b.Y, 40 + i * 14, 11, "#ffd98c", 4 + i * 1.4); }),
    space.sorted(spots.map(([tx, tz], i) => [tz, () => [chair(space, tx, tz + 0.62, { seat: st.cloth === "#f6f0e4" ? "#c98a4a" : "#e9d6b4" }), chair(space, tx - 0.68, tz, { seat: "#c98a4a" }), roundTable(space, tx, tz, { top: night(st.cloth), cloth: true, r: 0.46 }), laid(space, tx, 0.745, tz, { candle: dark }), chair(space, tx + 0.68, tz - 0.05, { seat: "#c98a4a" }), st.shade && i % 3 === 0 ? parasol(space, tx, tz + 0.1, ...st.shade) : ""]])), plantIn(space, -3.6, 2.6, 1.4, "tree", "#c4633c"), plantIn(space, 3.7, 2.9, 1.2, "fern", "#e6dccb"), glow(s, st.time, 1),
  ];
}

export function lobby(s) {
  const st = cycle(s, [{ wall: "#e6d4b8", floor: "#efe6d8", second: "#5a4a44", sofa: "#1d4f7c", time: "noon" }, { wall: "#2f3f4a", floor: "#3a3a40", second: "#c9b79a", sofa: "#c98a4a", time: "night" }, { wall: "#b87a5a", floor: "#e9d4b4", second: "#a8603c", sofa: "#5c7a5a", time: "gold" }, { wall: "#dfe3e0", floor: "#d9c9ae", second: "#8a9a94", sofa: "#a8492d", time: "dawn" }]);
  const dark = st.time === "night";
  const [w, h, d] = [10, 4.4, 11];
  const space = new Space(s, { eye: [s.index % 2 ? 0.8 : -0.8, 1.65, 0], yaw: s.index % 2 ? -0.08 : 0.08, focal: 0.72, horizon: 0.5, light: [-0.5, 0.8, -0.4] });
  const column = (x, z) => [z, () => [space.box(x, 0, z, 0.7, 0.2, 0.7, lighter(st.wall, 0.4)), space.tube(x, 0.2, z, 0.26, h - 0.6, lighter(st.wall, 0.5)), space.box(x, h - 0.4, z, 0.7, 0.4, 0.7, lighter(st.wall, 0.4))]];
  const sofa = (x, z) => [z, () => [space.box(x, 0.1, z + 0.35, 1.9, 0.75, 0.2, st.sofa, { shadow: 0.4 }), space.box(x, 0.1, z, 1.9, 0.35, 0.8, lighter(st.sofa, 0.12)), space.box(x - 0.98, 0.1, z, 0.18, 0.55, 0.85, st.sofa), space.box(x + 0.98, 0.1, z, 0.18, 0.55, 0.85, st.sofa)]];
  const c = space.at(0, 3.2, 5.5);
  return [
    shell(space, { w, h, d, wall: st.wall, floor: st.floor, floorKind: "plain", dark }), space.floor({ x: [-5, 5], z: [0.3, d], colour: st.floor, kind: "check", size: 0.8, second: st.second }), many(3, (i) => windowOn(space, panel([-4.99, 0.5, 2.6 + i * 2.8], [0, 0, 1.9], [0, 3.2, 0]), { kind: i % 2 ? "garden" : "town", time: st.time, bars: [2, 3], arch: true })), many(3, (i) => space.patch([[-4.7, 0.01, 4.5 + i * 2.8], [-1, 0.01, 3.8 + i * 2.8], [-1, 0.01, 2.2 + i * 2.8], [-4.7, 0.01, 2.8 + i * 2.8]], lightOf(st.time), dark ? 0.1 : 0.7)),
    artwork(space, panel([-1.3, 1.5, d - 0.02], [2.6, 0, 0], [0, 1.6, 0]), { kind: "sun", frame: "#c9a45a" }), [-2.2, 2.2].map((x) => { const p = space.at(x, 2.4, d - 0.1); return [s.glow(p.X, p.Y, p.k, "#ffdf9c", 0.7), s.rect(p.X - 6, p.Y - 16, 12, 30, "#fff3d0", { rx: 4 })]; }), space.box(0, 0, d - 1.6, 4.2, 1.1, 0.8, "#7a5236", { shadow: 0.5, top: "#f0e6da" }), many(9, (i) => space.face([[-2 + i * 0.46, 1, d - 2.01], [-1.66 + i * 0.46, 1, d - 2.01], [-1.66 + i * 0.46, 0.15, d - 2.01], [-2 + i * 0.46, 0.15, d - 2.01]], "#5a3a28", { opacity: 0.6 })), [-1, 1].map((x) => { const p = space.at(x, 0, d - 0.9); return person(s, p.X, p.Y, p.k * 1.7, { coat: "#2c3444", front: true, hair: x > 0 ? "#5a3a24" : "#1d1618" }); }), space.box(0, 0, d - 1.6, 4.2, 1.1, 0.8, "#7a5236", { top: "#f0e6da" }),
    [-1.4, 1.5].map((x) => { const p = space.at(x, 1.1, d - 1.7); return foliage(s, p.X, p.Y - 22, 26, 20, "#6d9a54", 20, 10); }),
    space.sorted([column(-3, 9), column(3, 9), column(-3, 6), column(3, 6), column(3.2, 3.2), sofa(-1.7, 5.4), [4.6, () => [armchair(space, 1.5, 4.7, lighter(st.sofa, 0.5), { face: -1 }), armchair(space, 2.6, 4.7, lighter(st.sofa, 0.5))]], [4.2, () => space.tube(-1.5, 0, 4.3, 0.5, 0.4, "#8a5a38", { shadow: 0.4 })], [7.6, () => plantIn(space, -4.2, 7.6, 2.2, "tree", "#e6dccb")], [4, () => plantIn(space, 4, 4, 2, "broad", "#c9a45a")], ...many(2, (i) => [8 - i, () => { const p = space.at(1.3 - i * 1.8, 0, 8 - i); return person(s, p.X, p.Y, p.k * 1.72, { coat: ["#a8492d", "#4f6a7a"][i] }); }])]),
    s.line(`M${f(c.X)},0 L${f(c.X)},${f(c.Y)}`, "#8f6426", 4), s.glow(c.X, c.Y, 240, "#ffe2a0", 0.8), many(3, (t) => many(12, (i) => { const a = i * 0.524; const [px, py] = [c.X + Math.cos(a) * (110 - t * 32), c.Y + 24 - t * 34 + Math.sin(a) * (24 - t * 7)]; return [s.line(`M${f(c.X)},${f(c.Y - 40 - t * 30)} Q${f((c.X + px) / 2)},${f(py + 24)} ${f(px)},${f(py)}`, "#d9ac5c", 2), s.ellipse(px, py - 8, 5, 9, "#fff6d8")]; })), glow(s, st.time, -1),
  ];
}

export function gallery(s) {
  const r = s.random;
  const st = cycle(s, [{ wall: "#f2efe8", floor: "#c9a47a" }, { wall: "#7a2c34", floor: "#6a4632" }, { wall: "#34485a", floor: "#8a6a4c" }, { wall: "#e4dccf", floor: "#a8a4a0" }, { wall: "#4a6a58", floor: "#b58a5c" }]);
  const [w, h, d] = [8, 4, 11];
  const swap = s.index % 2 ? -1 : 1;
  const space = new Space(s, { eye: [swap * 1.2, 1.6, 0], yaw: -swap * r.between(0.1, 0.28), focal: 0.72, horizon: 0.5, light: [0, 1, -0.4] });
  const ornate = !["#f2efe8", "#e4dccf"].includes(st.wall);
  const frame = ornate ? "#c9a045" : "#2a2226";
  const spot = (x, y, z) => { const p = space.at(x, y, z); return s.soft(p.X, p.Y, p.k * 0.8, p.k * 0.9, "#fff2cc", 0.4, p.k * 0.25); };
  const hang = (p) => artwork(space, p, { frame, kind: r.pick(["sun", "shapes", "bands", "face", "bloom"]) });
  const people = many(5, (i) => [5 + i * 1.2, () => { const px = r.between(-3, 3); const p = space.at(px, 0, 5 + i * 1.2); return person(s, p.X, p.Y, p.k * r.between(1.6, 1.8), { coat: r.pick(["#c4532f", "#1d4f7c", "#e0b25c", "#4f6a58", "#8a5a7a", "#2a2a34"]), legs: r.pick(["#2a2a38", "#5a4a40", "#3a4a5a"]), hair: r.pick(["#2c1d18", "#8a5a34", "#c9b79a", "#14100f"]) }); }]);
  return [
    shell(space, { w, h, d, wall: st.wall, floor: st.floor, floorKind: "boards", skirting: true }),
    space.face([[-2, h - 0.01, 9.5], [2, h - 0.01, 9.5], [2, h - 0.01, 1.5], [-2, h - 0.01, 1.5]], "#fffaf0"), many(6, (i) => space.face([[-2, h - 0.02, 9.4 - i * 1.5], [2, h - 0.02, 9.4 - i * 1.5], [2, h - 0.02, 9.3 - i * 1.5], [-2, h - 0.02, 9.3 - i * 1.5]], "#b8b0a4")), space.patch([[-1.6, 0.01, 9], [1.6, 0.01, 9], [1.6, 0.01, 2], [-1.6, 0.01, 2]], "#fff6e0", 0.6, 14),
    many(4, (i) => [spot(-3.9, 2, 3.4 + i * 2.1), spot(3.9, 2, 3.4 + i * 2.1)]), spot(-1.6, 2, d - 0.1), spot(1.6, 2, d - 0.1), many(4, (i) => [hang(panel([-3.98, r.between(1.05, 1.3), 2.6 + i * 2.1], [0, 0, r.between(1.1, 1.5)], [0, r.between(1.2, 1.6), 0])), hang(panel([3.98, r.between(1.05, 1.3), 2.6 + i * 2.1], [0, 0, r.between(1.1, 1.5)], [0, r.between(1.2, 1.6), 0]))]),
    s.index % 3 === 1 ? [space.face([[-0.9, 2.8, d - 0.01], [0.9, 2.8, d - 0.01], [0.9, 0, d - 0.01], [-0.9, 0, d - 0.01]], "#fff3d8"), space.face([[-0.7, 2.6, d], [0.7, 2.6, d], [0.7, 0, d], [-0.7, 0, d]], s.down(300, 520, [[0, "#fffaf0"], [1, "#d9c4a0"]])), hang(panel([-3.4, 1.2, d - 0.02], [1.8, 0, 0], [0, 1.5, 0])), hang(panel([1.6, 1.2, d - 0.02], [1.8, 0, 0], [0, 1.5, 0]))] : [hang(panel([-2.6, 1.15, d - 0.02], [2.2, 0, 0], [0, 1.8, 0])), hang(panel([0.6, 1.15, d - 0.02], [2.0, 0, 0], [0, 1.8, 0]))],
    space.sorted([...people, [5.4, () => [space.box(0, 0.38, 5.4, 2, 0.1, 0.5, ornate ? "#7a2f34" : "#a8703e", { shadow: 0.4 }), [-0.8, 0.8].map((x) => space.box(x, 0, 5.4, 0.08, 0.38, 0.4, "#2a2226"))]], ...(s.index % 2 ? [[7.2, () => { const p = space.at(0.6, 1.1, 7.2); return [space.box(0.6, 0, 7.2, 0.6, 1.1, 0.6, "#f6f2ea", { shadow: 0.4 }), put(s, s.path("M-30,0 C-40,-40 -10,-50 -20,-90 C-26,-130 30,-140 26,-96 C24,-70 44,-40 30,0Z", s.linear(-30, -100, 40, 0, [[0, "#fbf4ea"], [0.5, "#c9b8a4"], [1, "#6d5a52"]])), p.X, p.Y, { k: p.k / 150 })]; }]] : [])]),
    glow(s, "noon", 0),
  ];
}

export function museum(s) {
  const st = cycle(s, [{ stone: "#dcc9a8", time: "noon", piece: "statue" }, { stone: "#a8b0b8", time: "dawn", piece: "bones" }, { stone: "#c99f7c", time: "gold", piece: "vases" }, { stone: "#5a6478", time: "night", piece: "statue" }, { stone: "#d9d2c4", time: "noon", piece: "globe" }, { stone: "#b08a72", time: "dusk", piece: "bones" }]);
  const dark = ["night", "dusk"].includes(st.time);
  const [w, h, d] = [11, 7, 16];
  const space = new Space(s, { eye: [s.index % 2 ? 1 : -1, 1.7, 0], yaw: s.index % 2 ? -0.06 : 0.06, focal: 0.72, horizon: 0.6, light: [-0.4, 0.9, -0.4], fog: lighter(st.stone, 0.5), reach: 34 });
  const arch = (x, z0) => space.face([...many(13, (i) => { const a = Math.PI - (i / 12) * Math.PI; return [x, 3.6 + Math.sin(a) * 1.0, z0 + 1.2 + Math.cos(a) * 1.1]; }), [x, 0, z0 + 2.3], [x, 0, z0 + 0.1]], dark ? "#241d30" : darker(st.stone, 0.5));
  const column = (x, z) => [z, () => [space.box(x, 0, z, 0.95, 0.25, 0.95, st.stone), space.tube(x, 0.25, z, 0.36, 4.5, lighter(st.stone, 0.25), { wide: 0.31 }), space.box(x, 4.75, z, 0.95, 0.3, 0.95, st.stone)]];
  const base = (x, z, k = 1) => space.box(x, 0, z, 1.1 * k, 0.9, 1.1 * k, lighter(st.stone, 0.55), { shadow: 0.45 });
  const at = (x, z, y, draw, size) => { const p = space.at(x, y, z); return put(s, draw, p.X, p.Y, { k: (size * p.k) / 200 }); };
  const marble = s.linear(-60, -200, 70, 0, [[0, "#ffffff"], [0.5, "#e3dace"], [1, "#7d7078"]]);
  const statue = () => [s.path("M-34,0 C-40,-40 -30,-80 -34,-110 C-60,-116 -70,-90 -66,-62 L-78,-60 C-86,-104 -70,-136 -36,-144 C-20,-150 -14,-154 -13,-162 L13,-162 C14,-154 22,-148 38,-140 C66,-128 78,-158 92,-190 L104,-184 C96,-140 74,-108 44,-108 C30,-76 44,-40 40,0Z", marble), s.ellipse(0, -180, 20, 24, marble), s.path("M-20,-186 C-24,-212 24,-212 20,-186 C12,-198 -12,-198 -20,-186Z", "#cfc4ba"), s.line("M-20,-100 C-6,-70 -20,-40 -10,-4 M10,-104 C24,-70 6,-40 22,-4", "#a89a98", 4, { opacity: 0.7 })];
  const bones = () => [s.line("M-300,-40 C-200,-150 -60,-210 60,-200 C140,-196 180,-260 240,-320", "#efe2c8", 15), many(13, (i) => s.line(`M${-120 + i * 17},${f(-182 - Math.sin(i * 0.3) * 16)} q${-16},50 ${6},${f(84 - Math.abs(i - 6) * 6)}`, "#e3d4b4", 7)), s.path("M230,-320 C250,-350 310,-350 330,-316 L326,-300 L262,-296Z", s.down(-350, -290, [[0, "#fbf2de"], [1, "#c9b48c"]])), s.ellipse(282, -322, 9, 8, "#4a3a30"), [[-90, -170], [90, -190]].map(([x, y]) => s.line(`M${x},${y} l-20,80 l26,50 l-10,40 l24,0 M${x + 24},${y} l10,90 l-16,50 l6,30 l24,0`, "#e3d4b4", 10)), many(12, (i) => s.ellipse(-280 + i * 16, -58 - i * 9, 9, 7, "#efe2c8"))];
  const vase = (c) => [s.path("M-20,0 C-70,-40 -60,-110 -18,-130 L-22,-160 L22,-160 L18,-130 C60,-110 70,-40 20,0Z", s.linear(-60, 0, 60, 0, [[0, lighter(c, 0.4)], [0.4, c], [1, darker(c, 0.55)]])), s.path("M-54,-84 L54,-84 L56,-64 L-56,-64Z", "#1d1618", { opacity: 0.75 }), many(6, (i) => s.path(`M${-48 + i * 16},-66 l8,-14 l8,14Z`, lighter(c, 0.4)))];
  const globe = () => [s.ellipse(0, -110, 110, 110, s.radial(-40, -150, 190, [[0, "#9fd0e6"], [0.5, "#3f86a8"], [1, "#123a5a"]])), s.path("M-60,-190 C-10,-200 10,-160 -20,-140 C-50,-120 -90,-150 -60,-190Z M20,-120 C70,-140 90,-90 60,-60 C40,-30 10,-70 20,-120Z M-70,-90 C-40,-100 -30,-60 -50,-40 C-80,-50 -90,-80 -70,-90Z", "#d9b870", { opacity: 0.9 }), s.line("M-130,-110 A130,40 0 0 0 130,-110", "#c9a045", 9), s.line("M0,-236 L0,0", "#8f6426", 8)];
  const pieces = { statue: () => [[9, () => [base(0, 9, 1.4), at(0, 9, 0.9, statue(), 2.6)]], [6, () => [base(-2.4, 6), at(-2.4, 6, 0.9, statue(), 1.7)]], [6.2, () => [base(2.5, 6.2), at(2.5, 6.2, 0.9, statue(), 1.7)]]], bones: () => [[8, () => [space.box(0, 0, 8, 5.4, 0.4, 2.2, lighter(st.stone, 0.4), { shadow: 0.5 }), at(-0.3, 8, 0.4, bones(), 1.75)]]], vases: () => [-2.6, 0, 2.6].map((x, i) => [6.5 + (i % 2), () => [base(x, 6.5 + (i % 2)), at(x, 6.5 + (i % 2), 0.9, vase(["#c4633c", "#2f6072", "#e0a548"][i]), 1.5)]]), globe: () => [[8, () => [space.tube(0, 0, 8, 1.2, 0.5, lighter(st.stone, 0.5), { shadow: 0.5 }), at(0, 8, 0.5, globe(), 2.3)]]] };
  const visitors = many(7, (i) => { const [x, z] = [(i % 2 ? 1 : -1) * s.random.between(0.8, 3.4), 5.4 + i * 1.3]; return [z, () => { const p = space.at(x, 0, z); return person(s, p.X, p.Y, p.k * s.random.between(1.55, 1.78), { coat: s.random.pick(["#c4532f", "#1d4f7c", "#e0b25c", "#4f6a58", "#8a5a7a"]), hair: s.random.pick(["#2c1d18", "#8a5a34", "#c9b79a"]) }); }]; });
  return [
    shell(space, { w, h, d, wall: st.stone, floor: lighter(st.stone, 0.2), floorKind: "plain", dark, skirting: false }), space.floor({ x: [-5.5, 5.5], z: [0.3, d], colour: lighter(st.stone, 0.2), kind: "check", size: 1.1, second: darker(st.stone, 0.3) }),
    space.face([[-3, h - 0.01, d - 1], [3, h - 0.01, d - 1], [3, h - 0.01, 2], [-3, h - 0.01, 2]], s.down(0, 300, [[0, HOURS[st.time].sky[0]], [1, HOURS[st.time].sky[1]]])), many(9, (i) => space.box(0, h - 0.12, 2.5 + i * 1.5, 6, 0.1, 0.1, "#6a6058")), many(5, (i) => space.box(-3 + i * 1.5, h - 0.12, 8, 0.08, 0.08, 13, "#6a6058")), many(5, (i) => [arch(-5.48, 1.8 + i * 2.8), arch(5.48, 1.8 + i * 2.8)]),
    space.face([...many(17, (i) => { const a = Math.PI - (i / 16) * Math.PI; return [Math.cos(a) * 1.8, 3.4 + Math.sin(a) * 1.8, d - 0.01]; }), [1.8, 0, d - 0.01], [-1.8, 0, d - 0.01]], s.down(200, 500, [[0, lightOf(st.time)], [1, lighter(st.stone, 0.6)]])), soft(s, many(3, (i) => space.face([[-2 + i * 1.6, h, 9 - i], [-0.8 + i * 1.6, h, 9 - i], [0.4 + i * 1.6, 0, 7 - i], [-1.6 + i * 1.6, 0, 7 - i]], lightOf(st.time), { opacity: dark ? 0.05 : 0.16 })), 12), space.patch([[-1.8, 0.01, 9], [2.4, 0.01, 9], [2.4, 0.01, 4], [-2.2, 0.01, 4]], lightOf(st.time), dark ? 0.15 : 0.7, 14),
    space.sorted([...pieces[st.piece](), ...visitors, ...many(4, (i) => column(-4.2, 3.2 + i * 2.8)), ...many(4, (i) => column(4.2, 3.2 + i * 2.8))]), dark ? s.glow(600, 360, 420, "#ffd98c", 0.25) : "", glow(s, st.time, -1),
  ];
}
