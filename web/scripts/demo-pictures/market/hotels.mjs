// Hotels from outside: fronts and pools.
import { chance, cycle, darker, f, lighter, many, mix, soft } from "./kit.mjs";
import { parasol } from "./halls.mjs";
import { HOURS, bush, foliage, ground, lamps, openSky, peaks, ridge, toned, tree, waterPlane } from "./outdoor.mjs";
import { Space } from "./space.mjs";

/** A hotel block: x and z are the middle of its front. */
function block(space, { x, z, w, floors, d = 6, colour, time, roof = "flat", balcony = true, shutters, bay = 1.9 }) {
  const { s } = space;
  const r = s.random;
  const hour = HOURS[time];
  const c = toned(colour, hour);
  const on = { night: 0.6, dusk: 0.5, gold: 0.1 }[time] ?? 0.04;
  const h = floors * 3 + 0.6;
  const n = Math.max(2, Math.floor(w / bay));
  const step = w / n;
  const quad = (x0, x1, y0, y1, dz, fill, more) => space.face([[x0, y1, z + dz], [x1, y1, z + dz], [x1, y0, z + dz], [x0, y0, z + dz]], fill, more);
  const cells = many(floors, (row) => many(n, (i) => {
    const [x0, y0] = [x - w / 2 + (i + 0.5) * step - 0.5, row * 3 + 0.9];
    const bright = r() < on;
    const p = space.at(x0 + 0.5, y0 + 0.9, z);
    return [bright ? s.glow(p.X, p.Y, p.k * 1.5, "#ffd58a", 0.45) : "", quad(x0 - 0.08, x0 + 1.08, y0 - 0.08, y0 + 1.88, -0.01, lighter(c, 0.5)), quad(x0, x0 + 1, y0, y0 + 1.8, -0.02, bright ? "#ffe2a0" : s.linear(p.X, p.Y - p.k, p.X + p.k * 0.5, p.Y + p.k, [[0, mix(hour.sky[1], "#2f4a60", 0.35)], [0.5, mix(hour.sky[0], "#1f2f44", 0.6)], [1, "#22303f"]])), quad(x0 + 0.47, x0 + 0.53, y0, y0 + 1.8, -0.03, lighter(c, 0.5)), shutters ? [quad(x0 - 0.5, x0 - 0.08, y0 - 0.05, y0 + 1.85, -0.03, toned(shutters, hour)), quad(x0 + 1.08, x0 + 1.5, y0 - 0.05, y0 + 1.85, -0.03, darker(toned(shutters, hour), 0.2))] : "",
      balcony && row > 0 ? [space.box(x0 + 0.5, y0 - 0.25, z - 0.4, step * 0.8, 0.12, 0.8, lighter(c, 0.3)), quad(x0 + 0.5 - step * 0.4, x0 + 0.5 + step * 0.4, y0 - 0.9, y0 - 0.25, 0, "#140a16", { opacity: 0.22, filter: s.blur(3) }), many(9, (k) => quad(x0 + 0.5 - step * 0.39 + k * step * 0.097, x0 + 0.5 - step * 0.39 + k * step * 0.097 + 0.03, y0 - 0.13, y0 + 0.7, -0.8, toned("#f2ece2", hour))), quad(x0 + 0.5 - step * 0.4, x0 + 0.5 + step * 0.4, y0 + 0.68, y0 + 0.76, -0.8, toned("#f2ece2", hour)), chance(s, 0.5) ? (() => { const q = space.at(x0 + 0.5 + r.between(-0.4, 0.4), y0 + 0.05, z - 0.85); return foliage(s, q.X, q.Y, q.k * 0.45, q.k * 0.2, toned("#4f8a45", hour), 14, q.k * 0.13); })() : ""] : ""];
  }));
  return s.group([space.box(x, 0, z + d / 2, w, h, d, c, { lift: 0.14 }), many(floors - 1, (row) => quad(x - w / 2, x + w / 2, (row + 1) * 3 + 0.35, (row + 1) * 3 + 0.5, -0.02, lighter(c, 0.4), { opacity: 0.8 })), cells, quad(x - w / 2, x + w / 2, h - 0.6, h - 0.45, -0.04, "#140a16", { opacity: 0.2 }), roof === "tiles" ? space.face([[x - w / 2 - 0.5, h, z - 0.6], [x - w / 2 + 1.4, h + 1.7, z + 2.4], [x + w / 2 - 1.4, h + 1.7, z + 2.4], [x + w / 2 + 0.5, h, z - 0.6]], space.between([x - w / 2, h + 1.7, z], [x + w / 2, h, z], [[0, lighter(toned("#b5563a", hour), 0.25)], [1, darker(toned("#b5563a", hour), 0.3)]])) : roof === "mansard" ? [space.face([[x - w / 2 - 0.2, h, z - 0.3], [x - w / 2 + 0.8, h + 2.2, z + 0.8], [x + w / 2 - 0.8, h + 2.2, z + 0.8], [x + w / 2 + 0.2, h, z - 0.3]], toned("#4f5a68", hour)), many(n, (i) => { const x0 = x - w / 2 + (i + 0.5) * step; return [quad(x0 - 0.45, x0 + 0.45, h + 0.3, h + 1.6, -0.1, lighter(c, 0.4)), quad(x0 - 0.3, x0 + 0.3, h + 0.4, h + 1.4, -0.12, r() < on ? "#ffe2a0" : "#2f3f50")]; })] : space.box(x, h, z + 0.1, w + 0.5, 0.35, 0.5, lighter(c, 0.4))]);
}

export function facade(s) {
  const st = cycle(s, [
    { time: "dusk", colour: "#e9d2a8", roof: "mansard", shutters: null, trees: "round", floors: 4, back: "none", awning: "#7a2f34" }, { time: "noon", colour: "#f4efe6", roof: "flat", shutters: null, trees: "palm", floors: 5, back: "sea", awning: "#1d4f7c" }, { time: "gold", colour: "#d99a6a", roof: "tiles", shutters: "#4f6f5a", trees: "cypress", floors: 3, back: "hills", awning: "#c4532f" },
    { time: "night", colour: "#c9bda8", roof: "mansard", shutters: null, trees: "round", floors: 5, back: "none", awning: "#22304a" }, { time: "dawn", colour: "#b5885c", roof: "tiles", shutters: "#7a3f2c", trees: "pine", floors: 3, back: "peaks", awning: "#5c7a5a" }, { time: "noon", colour: "#e6a890", roof: "tiles", shutters: "#2f6c80", trees: "palm", floors: 4, back: "hills", awning: "#2f6c80" },
  ]);
  const hour = HOURS[st.time];
  const swap = s.index % 2 ? -1 : 1;
  const space = new Space(s, { eye: [-swap * 5, 2.4, -9], yaw: swap * 0.24, focal: 0.78, horizon: 0.76, light: [-swap * 0.3, 0.7, -0.7] });
  const line = 606;
  const backs = { none: () => "", sea: () => waterPlane(s, line - 30, line + 20, st.time, { glints: 30, swell: 10 }), hills: () => [ridge(s, line, 200, mix(toned("#8a9a7a", hour), hour.sky[2], 0.45), { base: line + 4 }), ridge(s, line + 2, 90, toned("#6d8a5a", hour), { base: line + 4 })], peaks: () => peaks(s, line, 420, "#6f8498", { base: line + 6, haze: hour.sky[2] }) };
  const lampAt = (x, z) => { const [a, b] = [space.at(x, 0, z), space.at(x, 3, z)]; return [s.line(`M${f(a.X)},${f(a.Y)} V${f(b.Y)}`, "#2a2430", Math.max(2, a.k * 0.06)), s.ellipse(b.X, b.Y, b.k * 0.16, b.k * 0.2, "#fff3cc"), hour.dim > 0.2 ? s.glow(b.X, b.Y, b.k * 2, "#ffd98c", 0.8) : ""]; };
  const treeAt = (x, z, tall) => { const p = space.at(x, 0, z); return tree(s, p.X, p.Y, p.k * tall, toned("#4f7f45", hour), st.trees); };
  const door = space.at(0, 1.2, 11.9);
  return [
    openSky(s, st.time, line, { sun: [swap > 0 ? 0.85 : 0.15, st.time === "noon" ? 0.2 : 0.6], clouds: 5 }), backs[st.back](), space.face([[-80, 0, 60], [80, 0, 60], [80, 0, -2], [-80, 0, -2]], s.down(line, 800, [[0, toned("#b9ad9a", hour)], [1, darker(toned("#8f8478", hour), 0.35)]])), space.floor({ x: [-14, 14], z: [-8, 12], colour: toned("#c9b79f", hour), kind: "slabs", size: 1.4 }),
    treeAt(-swap * 13, 15, 7), block(space, { x: 0, z: 12, w: 15, floors: st.floors, colour: st.colour, time: st.time, roof: st.roof, shutters: st.shutters, balcony: st.roof !== "mansard" || s.index % 2 === 0 }),
    space.face([[-1.4, 3, 11.9], [1.4, 3, 11.9], [1.4, 0, 11.9], [-1.4, 0, 11.9]], "#ffe2ac"), s.glow(door.X, door.Y, door.k * 3.4, "#ffd98c", hour.dim > 0.2 ? 0.8 : 0.3), [-0.05, 0.05].map((x) => space.face([[x - 0.03, 3, 11.88], [x + 0.03, 3, 11.88], [x + 0.03, 0, 11.88], [x - 0.03, 0, 11.88]], "#6a4a2c")), space.face([[-2.6, 3.7, 11.8], [2.6, 3.7, 11.8], [2.9, 3.1, 9.6], [-2.9, 3.1, 9.6]], space.between([-2, 3.7, 11.8], [2, 3, 9.6], [[0, lighter(toned(st.awning, hour), 0.25)], [1, toned(st.awning, hour)]])), space.face([[-2.9, 3.1, 9.6], [2.9, 3.1, 9.6], [2.9, 2.7, 9.6], [-2.9, 2.7, 9.6]], darker(toned(st.awning, hour), 0.25)), [-2.7, 2.7].map((x) => space.tube(x, 0, 9.7, 0.06, 2.8, toned("#d9ac5c", hour))), space.face([[-1.2, 0.01, 11.8], [1.2, 0.01, 11.8], [1.2, 0.01, 6], [-1.2, 0.01, 6]], toned("#8a2f34", hour), { opacity: 0.85 }),
    space.sorted([...[-6, -4, 4, 6].map((x) => [11, () => { const p = space.at(x, 0, 11); return [space.box(x, 0, 11, 1.5, 0.5, 0.7, toned("#e9dfce", hour)), bush(s, p.X, p.Y - p.k * 0.7, p.k * 0.8, toned("#4f7f45", hour), s.index % 2 ? "#e9785a" : "#f2e2f0")]; }]), [8.6, () => lampAt(-4.6, 8.6)], [8.6, () => lampAt(4.6, 8.6)], [6, () => lampAt(-swap * 5.2, 6)], [7, () => treeAt(-swap * 8.2, 7, 6)], [9, () => treeAt(swap * 9, 9, 6.4)], [4.6, () => treeAt(swap * 6.4, 4.6, 4.6)]]),
    hour.dim > 0.2 ? lamps(s, -20, 120, 1220, 90, 60, 22, "#ffd98c", 6) : "", soft(s, s.rect(0, 700, 1200, 120, "#140a16"), 40, { opacity: 0.3 }),
  ];
}

export function pool(s) {
  const r = s.random;
  const st = cycle(s, [{ time: "noon", colour: "#f4ede2", roof: "flat", trees: "palm", cloth: ["#1d4f7c", "#fbf4e6"], back: "sea" }, { time: "dusk", colour: "#e0b28a", roof: "tiles", trees: "palm", cloth: ["#c4532f", "#f6ead2"], back: "hills" }, { time: "gold", colour: "#c9785a", roof: "tiles", trees: "cypress", cloth: ["#f6efe2", "#e0b25c"], back: "hills" }, { time: "night", colour: "#dfe3ea", roof: "flat", trees: "palm", cloth: ["#2f6c80", "#fbf4e6"], back: "none" }]);
  const hour = HOURS[st.time];
  const t = (c) => toned(c, hour);
  const swap = s.index % 2 ? -1 : 1;
  const space = new Space(s, { eye: [swap * 2.4, 3, -3.4], yaw: -swap * 0.12, focal: 0.72, horizon: 0.5, light: [-0.4, 0.8, -0.5] });
  const line = 400;
  const lounger = (x, z) => [z, () => [space.shadow(x, z, 0.9, 2, 0.35), space.box(x, 0.2, z - 0.2, 0.7, 0.14, 1.5, t(st.cloth[1])), space.face([[x - 0.35, 0.9, z + 1], [x + 0.35, 0.9, z + 1], [x + 0.35, 0.34, z + 0.5], [x - 0.35, 0.34, z + 0.5]], lighter(t(st.cloth[0]), 0.2))]];
  const edge = (k) => many(40, (i) => { const a = (i / 40) * 6.283; return [Math.cos(a) * 4.6 * k * (1 + 0.18 * Math.sin(a * 2 + s.index)), 0.01, 5.6 + Math.sin(a) * 3.0 * k]; });
  const square = (m) => [[-4.2 - m, 0.01, 9 + m], [4.2 + m, 0.01, 9 + m], [4.2 + m, 0.01, 2.4 - m], [-4.2 - m, 0.01, 2.4 - m]];
  const shape = s.index % 2 ? square : (m) => edge(1 + m / 4);
  const d = space.outline(shape(0));
  const at = (x, z, tall) => [z, () => { const p = space.at(x, 0, z); return tree(s, p.X, p.Y, p.k * tall, t("#4f8a45"), st.trees); }];
  return [
    openSky(s, st.time, line, { sun: [swap > 0 ? 0.2 : 0.8, st.time === "noon" ? 0.25 : 0.7] }), st.back === "hills" ? ridge(s, line + 4, 150, mix(t("#7f8f78"), hour.sky[2], 0.4), { base: line + 10 }) : st.back === "sea" ? waterPlane(s, line - 20, line + 30, st.time, { glints: 40, swell: 12 }) : "",
    ground(s, `M0,${line} H1200 V800 H0Z`, t("#8fae5f"), line, 800), space.floor({ x: [-9, 9], z: [-3, 12.5], colour: t("#d9c4a4"), kind: "slabs", size: 1 }), at(-9, 16, 7)[1](), block(space, { x: -swap * 3, z: 19, w: 17, floors: 3, colour: st.colour, time: st.time, roof: st.roof, bay: 2.4 }),
    space.face(shape(0.45), t("#f2e9dc")), s.path(d, s.down(440, 790, [[0, mix(t("#7fd8de"), hour.sky[1], 0.3)], [0.5, t("#2fa9c0")], [1, t("#1a7a9e")]])), s.group([many(70, () => { const q = r(); return s.line(`M${f(r() * 1200)},${f(440 + q * 340)} q${f(14 + q * 20)},-7 ${f(30 + q * 50)},0 t${f(30 + q * 50)},0`, "#e9fbfa", 1.6 + q * 2, { opacity: 0.45 }); }), s.soft(600, 480, 400, 20, mix(st.colour, "#ffffff", 0.4), 0.35, 12), hour.dim > 0.3 ? many(4, (i) => s.glow(260 + i * 220, 560, 190, "#8ff0f6", 0.5)) : ""], { clipPath: s.clip(d) }), s.line(d, t("#ffffff"), 4, { opacity: 0.6 }),
    space.sorted([at(-6.6, 11, 5), at(6.8, 11.4, 5.4), at(7, 4, 4.4), lounger(-5.9, 7.6), lounger(-7.1, 7.6), lounger(5.9, 8), lounger(7.1, 8), lounger(-5.7, 3.6), [8.4, () => parasol(space, -6.5, 8.4, t(st.cloth[0]), t(st.cloth[1]))], [8.8, () => parasol(space, 6.5, 8.8, t(st.cloth[0]), t(st.cloth[1]))], [4.2, () => parasol(space, -6.6, 4.2, t(st.cloth[0]), t(st.cloth[1]))], [3, () => { const p = space.at(6.2, 0, 2.6); return bush(s, p.X, p.Y - 40, 120, t("#4f8a45"), "#e9527a"); }]]), hour.dim > 0.2 ? lamps(s, -20, 60, 1220, 110, 50, 20, "#ffd98c", 6) : "", soft(s, foliage(s, swap > 0 ? 0 : 1200, 40, 220, 90, t("#3d6a3c"), 60, 34), 3),
  ];
}
