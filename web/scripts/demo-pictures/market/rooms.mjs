// Rooms to sleep in: hotel rooms and ship's cabins.
import { chance, cycle, darker, lighter, many, mix, wash } from "./kit.mjs";
import { armchair, artwork, bed, curtain, lampOn, lightOf, panel, pendant, plantIn, rug, windowOn } from "./furniture.mjs";
import { Space } from "./space.mjs";

const styles = [
  { wall: "#e9d9bf", accent: "#1d4f7c", floor: "#a8754a", fabric: "#c4532f", head: "#1d4f7c", kind: "tufted", time: "noon", out: "sea" },
  { wall: "#4f6a62", accent: "#d9a86a", floor: "#7a5236", fabric: "#e0b25c", head: "#a8703e", kind: "slats", time: "gold", out: "garden" },
  { wall: "#f0e6da", accent: "#a9746a", floor: "#c9a27a", fabric: "#b5756a", head: "#c98f80", kind: "arch", time: "dawn", out: "peaks" },
  { wall: "#2f4058", accent: "#d9a05a", floor: "#5a4030", fabric: "#c98a4a", head: "#223048", kind: "tufted", time: "night", out: "town" },
  { wall: "#dfe3dc", accent: "#5c7a5a", floor: "#b58a5c", fabric: "#6d8a62", head: "#8a9a7a", kind: "panel", time: "noon", out: "garden" },
  { wall: "#c9886a", accent: "#f0dcb8", floor: "#8a5a3c", fabric: "#f2e2c4", head: "#7a3f2c", kind: "arch", time: "gold", out: "town" },
  { wall: "#e6e9ec", accent: "#3f6f94", floor: "#cdb595", fabric: "#4f86a8", head: "#d9c9ae", kind: "slats", time: "noon", out: "sea" },
  { wall: "#6d4a5c", accent: "#e2b48a", floor: "#6a4632", fabric: "#d99a8a", head: "#4a2c3c", kind: "tufted", time: "dusk", out: "sea" },
  { wall: "#f2e2b8", accent: "#c4532f", floor: "#c9784f", fabric: "#d9803c", head: "#8a5a2c", kind: "slats", time: "dawn", out: "town" },
  { wall: "#3f4a44", accent: "#c9a45a", floor: "#8a6a4a", fabric: "#a9b08a", head: "#2c3430", kind: "panel", time: "night", out: "peaks" },
];

function shell(space, { w, h, d, wall, floor, floorKind = "boards", beams, dark, skirting = true }) {
  const x = w / 2;
  const ceiling = dark ? darker(wall, 0.35) : lighter(wall, 0.65);
  const side = dark ? 0.45 : 0.22;
  return [
    space.plane([[-x, h, d], [x, h, d], [x, h, 0.1], [-x, h, 0.1]], ceiling, { from: 0.05, to: 0.15 }),
    space.plane([[-x, h, d], [x, h, d], [x, 0, d], [-x, 0, d]], wall, { from: 0.14, to: side }),
    space.plane([[-x, h, d], [-x, h, 0.1], [-x, 0, 0.1], [-x, 0, d]], darker(wall, 0.06), { from: 0.1, to: side }),
    space.plane([[x, h, d], [x, h, 0.1], [x, 0, 0.1], [x, 0, d]], darker(wall, 0.14), { from: 0.06, to: side + 0.08 }),
    space.floor({ x: [-x, x], z: [0.3, d], colour: floor, kind: floorKind, size: floorKind === "boards" ? 0.18 : 0.5 }),
    beams ? many(4, (i) => space.box(0, h - 0.16, d - 0.6 - i * 1.3, w, 0.16, 0.16, beams)) : "",
    skirting ? [space.face([[-x, 0.12, d - 0.01], [x, 0.12, d - 0.01], [x, 0, d - 0.01], [-x, 0, d - 0.01]], lighter(wall, 0.5)), space.face([[-x + 0.01, 0.12, d], [-x + 0.01, 0.12, 0.1], [-x + 0.01, 0, 0.1], [-x + 0.01, 0, d]], lighter(wall, 0.35)), space.face([[x - 0.01, 0.12, d], [x - 0.01, 0.12, 0.1], [x - 0.01, 0, 0.1], [x - 0.01, 0, d]], lighter(wall, 0.2))] : "",
    space.face([[-x, 0.4, d], [x, 0.4, d], [x, 0, d], [-x, 0, d]], "#140a12", { opacity: 0.25, filter: space.s.blur(18) }),
  ];
}
export { shell };

const nightstand = (space, x, z, wood, on) => [space.box(x, 0, z, 0.46, 0.5, 0.4, wood, { shadow: 0.35 }), space.face([[x - 0.18, 0.42, z - 0.205], [x + 0.18, 0.42, z - 0.205], [x + 0.18, 0.26, z - 0.205], [x - 0.18, 0.26, z - 0.205]], darker(wood, 0.3)), lampOn(space, x, 0.5, z, { tall: 0.52, on })];

/** Light from the window side, and dark corners by night. */
const mood = (s, time, side) => {
  const l = lightOf(time);
  const night = time === "night";
  return [s.rect(0, 0, s.width, s.height, s.linear(side < 0 ? 0 : s.width, 0, side < 0 ? s.width : 0, s.height * 0.4, [[0, l, night ? 0.12 : 0.42], [0.5, l, 0.04], [1, "#1a0f22", night ? 0.4 : 0.2]]), { style: "mix-blend-mode:soft-light" }), night ? s.rect(0, 0, s.width, s.height, "#141a3c", { opacity: 0.3, style: "mix-blend-mode:multiply" }) : wash(s, l, 0.16)];
};

export function hotelRoom(s) {
  const r = s.random;
  const st = styles[(s.index * 7) % styles.length];
  const plan = s.index % 4;
  const [w, h, d] = [5 + r.between(-0.4, 0.6), 2.75, plan === 2 ? 5.6 : 5.1];
  const dark = ["night", "dusk"].includes(st.time);
  const on = dark ? 0.95 : 0.4;
  const swap = s.index % 8 >= 4 ? -1 : 1;
  const light = plan === 0 || plan === 3 ? -swap : 0;
  const turned = plan === 1 || plan === 2;
  const space = new Space(s, { eye: [turned ? -swap * r.between(0.7, 1.1) : swap * r.between(0.1, 0.4), 1.5, turned ? -0.7 : 0], yaw: turned ? swap * r.between(0.12, 0.22) : -swap * r.between(0.02, 0.14), focal: turned ? 0.74 : 0.78, horizon: turned ? 0.46 : 0.43, light: [light || -0.3, 0.8, -0.5] });
  const wood = r.pick(["#8a5a3c", "#5a3d2c", "#b58a5c"]);
  const x = w / 2;
  const glass = (p) => [windowOn(space, p, { kind: st.out, time: st.time, bars: [r.pick([2, 3]), r.pick([1, 2])], arch: plan === 3 && chance(s, 0.6) })];
  const plans = [
    () => { const p = panel([-swap * x, 0.35, 1.5], [0, 0, 2.3], [0, 2.1, 0]); return [glass(p), curtain(space, panel([-swap * (x - 0.06), 0.02, 1.0], [0, 0, 0.62], [0, 2.6, 0]), lighter(st.fabric, 0.6)), curtain(space, panel([-swap * (x - 0.06), 0.02, 3.6], [0, 0, 0.55], [0, 2.6, 0]), lighter(st.fabric, 0.6)), space.patch([[-swap * (x - 0.2), 0.01, 3.4], [-swap * 0.1, 0.01, 2.6], [-swap * 0.4, 0.01, 1.2], [-swap * (x - 0.2), 0.01, 1.7]], lightOf(st.time), dark ? 0.25 : 0.75), artwork(space, panel([swap * 0.1, 1.55, d - 0.02], [0.9, 0, 0], [0, 0.7, 0])), nightstand(space, swap * 0.5 - 1.3, d - 0.3, wood, on), nightstand(space, swap * 0.5 + 1.3, d - 0.3, wood, on), rug(space, swap * 0.4, d - 1.9, 3, 1.8, mix(st.accent, "#e9dcc8", 0.3)), bed(space, { x: swap * 0.5, z: d - 0.12, linen: "#f6f1e8", throwColour: st.fabric, head: st.head, headKind: st.kind, cushions: [st.fabric, st.accent], frame: wood }), armchair(space, -swap * (x - 1.0), 2.5, st.accent, { face: swap, wood })]; },
    () => { const p = panel([-1.5, 0.3, d - 0.01], [3, 0, 0], [0, 2.15, 0]); return [glass(p), curtain(space, panel([-2.0, 0.02, d - 0.08], [0.6, 0, 0], [0, 2.6, 0]), lighter(st.fabric, 0.6)), curtain(space, panel([1.4, 0.02, d - 0.08], [0.6, 0, 0], [0, 2.6, 0]), lighter(st.fabric, 0.6)), space.patch([[-1.2, 0.01, d - 0.4], [1.3, 0.01, d - 0.4], [0.7, 0.01, 2], [-2.2, 0.01, 2]], lightOf(st.time), dark ? 0.25 : 0.8), rug(space, -swap * 0.4, 2.8, 2.6, 1.7, mix(st.accent, "#e9dcc8", 0.35)), plantIn(space, -swap * (x - 0.4), d - 0.4, 1.3, r.pick(["broad", "fern", "snake"]), lighter(st.accent, 0.2)), armchair(space, -swap * (x - 1.0), d - 1.0, st.accent, { face: -swap, wood }), artwork(space, panel([swap * (x - 0.02), 1.55, 2.2], [0, 0, 0.9], [0, 0.7, 0])), nightstand(space, swap * (x - 0.35), d - 0.9, wood, on), bed(space, { x: swap * (x - 0.14), z: 2.7, to: swap > 0 ? "left" : "right", throwColour: st.fabric, head: st.head, headKind: st.kind, cushions: [st.fabric, st.accent], frame: wood })]; },
    () => { const p = panel([-x + 0.1, 0.02, d - 0.01], [w - 0.2, 0, 0], [0, 2.5, 0]); return [glass(p), curtain(space, panel([-x + 0.05, 0.02, d - 0.1], [0.55, 0, 0], [0, 2.7, 0]), lighter(st.accent, 0.55)), curtain(space, panel([x - 0.6, 0.02, d - 0.1], [0.55, 0, 0], [0, 2.7, 0]), lighter(st.accent, 0.55)), space.patch([[-x + 0.4, 0.01, d - 0.2], [x - 0.4, 0.01, d - 0.2], [x - 1.2, 0.01, 1.4], [-x, 0.01, 1.4]], lightOf(st.time), dark ? 0.25 : 0.8), plantIn(space, swap * (x - 0.5), d - 0.5, 1.5, "tree", "#e6dccb"), armchair(space, -swap * 1.5, d - 1.1, st.fabric, { face: -swap, wood }), armchair(space, -swap * 0.3, d - 0.9, st.fabric, { face: swap, wood }), space.tube(-swap * 0.95, 0, d - 1.5, 0.3, 0.45, wood, { shadow: 0.3 }), bed(space, { x: swap * (x - 0.14), z: 2.3, to: swap > 0 ? "left" : "right", throwColour: st.fabric, head: st.head, headKind: st.kind, cushions: [st.accent, st.fabric], frame: wood }), pendant(space, swap * (x - 0.5), 1.6, 3.45, { size: 0.28, kind: "globe", on, ceiling: h })]; },
    () => { const p = panel([-swap * 2.2 - 0.55, 0.5, d - 0.01], [1.1, 0, 0], [0, 1.8, 0]); return [glass(p), space.face([[-2.4, h, d - 0.02], [2.4, h, d - 0.02], [2.4, 1.2, d - 0.02], [-2.4, 1.2, d - 0.02]].map(([a, b, c]) => [a, b, c]), mix(st.wall, st.accent, 0.4), { opacity: 0 }), many(9, (i) => space.face([[-x + i * 0.6, h, d - 0.015], [-x + i * 0.6 + 0.3, h, d - 0.015], [-x + i * 0.6 + 0.3, 0.12, d - 0.015], [-x + i * 0.6, 0.12, d - 0.015]], st.accent, { opacity: 0.09 })), glass(p), curtain(space, panel([-swap * 2.2 - 0.9, 0.02, d - 0.06], [0.35, 0, 0], [0, 2.5, 0]), lighter(st.fabric, 0.5)), curtain(space, panel([-swap * 2.2 + 0.55, 0.02, d - 0.06], [0.35, 0, 0], [0, 2.5, 0]), lighter(st.fabric, 0.5)), [-0.75, 0.15].map((o) => artwork(space, panel([swap * 0.6 + o, 1.6, d - 0.03], [0.6, 0, 0], [0, 0.75, 0]))), nightstand(space, swap * 0.6 - 1.3, d - 0.3, wood, on), nightstand(space, swap * 0.6 + 1.3, d - 0.3, wood, on), rug(space, swap * 0.3, d - 2, 3.4, 2, st.accent), bed(space, { x: swap * 0.6, z: d - 0.12, throwColour: st.fabric, head: st.head, headKind: st.kind, cushions: [st.accent, st.fabric], frame: wood }), space.box(-swap * (x - 0.3), 0, 2.6, 0.55, 0.76, 1.3, wood, { shadow: 0.4 }), lampOn(space, -swap * (x - 0.3), 0.76, 2.9, { tall: 0.55, on }), plantIn(space, -swap * (x - 0.35), 1.6, 1.2, "snake", lighter(st.fabric, 0.2))]; },
  ];
  return [shell(space, { w, h, d, wall: st.wall, floor: st.floor, floorKind: s.index % 5 === 4 ? "slabs" : "boards", beams: s.index % 3 === 2 ? darker(wood, 0.2) : null, dark }), plans[plan](), s.index % 3 === 1 ? pendant(space, 0, 2.05, 2.6, { size: 0.6, kind: cycle(s, ["basket", "dome", "globe", "cone"]), colour: st.accent, on, ceiling: h }) : "", mood(s, st.time, light || (plan === 1 ? -1 : 1))];
}

export function cabin(s) {
  const r = s.random;
  const st = cycle(s, [
    { wall: "#e6dccb", floor: "#3f5f7a", fabric: "#1d4f7c", head: "#b58a5c", time: "noon", balcony: true }, { wall: "#c99f70", floor: "#6a4a34", fabric: "#7a2f2f", head: "#8a5a34", time: "dusk", balcony: false },
    { wall: "#dfe6ea", floor: "#c9b08a", fabric: "#2f8a94", head: "#f0e6d6", time: "dawn", balcony: true }, { wall: "#4a5a72", floor: "#8a6a4c", fabric: "#d9a05a", head: "#2f3c50", time: "night", balcony: true },
    { wall: "#f0e4d0", floor: "#7a5a44", fabric: "#c4532f", head: "#a8703e", time: "gold", balcony: false },
  ]);
  const [w, h, d] = [3.7, 2.35, 4.8];
  const x = w / 2;
  const swap = s.index % 2 ? -1 : 1;
  const dark = ["night", "dusk"].includes(st.time);
  const space = new Space(s, { eye: [-swap * 0.55, 1.45, -0.7], yaw: swap * r.between(0.06, 0.16), focal: 0.72, horizon: 0.46, light: [0, 0.7, 0.6] });
  const wood = "#a8754a";
  const port = (cx, cy, q) => { const ring = (k, c, more) => space.face(many(40, (i) => [cx + Math.cos(i * 0.157) * q * k, cy + Math.sin(i * 0.157) * q * k, d - 0.02]), c, more); const p = panel([cx - q, cy - q, d - 0.02], [q * 2, 0, 0], [0, q * 2, 0]); const clip = space.outline(many(40, (i) => [cx + Math.cos(i * 0.157) * q, cy + Math.sin(i * 0.157) * q, d - 0.02])); return [ring(1.24, "#140a12", { opacity: 0.4, filter: s.blur(7) }), ring(1.22, "#d9ac5c"), ring(1.18, "#8f6426"), ring(1.14, "#e9c98a"), ring(1.02, "#6a4a20"), s.group(windowOn(space, p, { kind: "sea", time: st.time, bars: [1, 1] }), { clipPath: s.clip(clip) }), many(8, (i) => { const { X, Y, k } = space.at(cx + Math.cos(i * 0.785) * q * 1.12, cy + Math.sin(i * 0.785) * q * 1.12, d - 0.03); return s.ellipse(X, Y, k * 0.018, k * 0.018, "#6a4a20"); })]; };
  const door = [windowOn(space, panel([-1.35, 0.04, d - 0.01], [2.7, 0, 0], [0, 2.12, 0]), { kind: "sea", time: st.time, bars: [3, 1], frame: "#f4ece0", thick: 0.02 }), many(14, (i) => space.face([[-1.3 + i * 0.2, 0.9, d + 0.3], [-1.28 + i * 0.2, 0.9, d + 0.3], [-1.28 + i * 0.2, 0.05, d + 0.3], [-1.3 + i * 0.2, 0.05, d + 0.3]], "#f4ece0", { opacity: 0.7 })), space.face([[-1.33, 0.96, d + 0.28], [1.33, 0.96, d + 0.28], [1.33, 0.9, d + 0.28], [-1.33, 0.9, d + 0.28]], "#b58a5c"), curtain(space, panel([-1.7, 0.02, d - 0.06], [0.45, 0, 0], [0, 2.25, 0]), lighter(st.fabric, 0.55), 6), curtain(space, panel([1.25, 0.02, d - 0.06], [0.45, 0, 0], [0, 2.25, 0]), lighter(st.fabric, 0.55), 6)];
  const rivets = many(6, (i) => space.face([[-x + i * 0.75, h, d - 0.012], [-x + i * 0.75 + 0.02, h, d - 0.012], [-x + i * 0.75 + 0.02, 0, d - 0.012], [-x + i * 0.75, 0, d - 0.012]], darker(st.wall, 0.35), { opacity: 0.5 }));
  return [
    shell(space, { w, h, d, wall: st.wall, floor: st.floor, floorKind: st.balcony ? "plain" : "boards", dark }), rivets, st.balcony ? door : [port(-0.75, 1.5, 0.44), port(0.75, 1.5, 0.44)],
    space.patch([[-1.2, 0.01, d - 0.2], [1.2, 0.01, d - 0.2], [0.8, 0.01, 2], [-1.6, 0.01, 2]], lightOf(st.time), dark ? 0.25 : 0.8), many(5, (i) => { const { X, Y, k } = space.at((i % 2 ? 0.9 : -0.9), h - 0.01, 1.2 + Math.floor(i / 2) * 1.3); return [s.glow(X, Y, k * 0.5, "#ffe9bc", 0.6), s.ellipse(X, Y, k * 0.06, k * 0.02, "#fffbe8")]; }),
    space.box(-swap * (x - 0.28), 0, 3.2, 0.5, 0.78, 1.5, wood, { shadow: 0.4 }), artwork(space, panel([-swap * (x - 0.02), 1.15, 2.6], [0, 0, 1.0], [0, 0.75, 0]), { frame: "#d9c9ae", kind: "sun" }), lampOn(space, -swap * (x - 0.28), 0.78, 3.7, { tall: 0.45, on: dark ? 0.9 : 0.4 }),
    space.box(-swap * (x - 0.4), 0, 1.9, 0.7, 0.42, 0.9, st.fabric, { shadow: 0.4 }), rug(space, 0, 2.9, 1.5, 1.2, mix(st.fabric, "#f0e6d6", 0.5)),
    space.face([[swap * (x - 0.01), 1.25, 3.8], [swap * (x - 0.01), 1.25, 1.6], [swap * (x - 0.01), 0.2, 1.6], [swap * (x - 0.01), 0.2, 3.8]], s.down(0, 800, [[0, lighter(st.head, 0.2)], [1, darker(st.head, 0.3)]]), {}), bed(space, { x: swap * (x - 0.14), z: 2.7, to: swap > 0 ? "left" : "right", wide: 1.6, long: 1.9, throwColour: st.fabric, head: st.head, headKind: "panel", cushions: [st.fabric, "#e3a83f"], frame: wood }),
    mood(s, st.time, 0),
  ];
}
