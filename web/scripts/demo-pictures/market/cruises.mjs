// Ships at sea and their decks.
import { cycle, curve, darker, f, lighter, many, mix, person, put, soft } from "./kit.mjs";
import { parasol } from "./halls.mjs";
import { cushion } from "./furniture.mjs";
import { HOURS, birds, lamps, openSky, peaks, ridge, toned, tree, waterPlane } from "./outdoor.mjs";
import { Space } from "./space.mjs";

const lit = (time) => ({ night: 0.85, dusk: 0.7 }[time] ?? 0.12);

/** A cruise ship from the side, bow to the right, its water line at y = 0; about 900 units long. */
function liner(s, { hull = "#f6efe4", stripe = "#1d4f7c", funnel = "#c4532f", decks = 6, time = "noon" }) {
  const r = s.random;
  const hour = HOURS[time];
  const c = toned(hull, hour);
  const glass = (on) => (on ? "#ffe2a0" : mix("#3f5f7c", hour.sky[1], 0.25));
  const body = "M-430,-96 L470,-118 C452,-60 420,-16 372,0 L-392,0 C-420,-20 -434,-60 -430,-96Z";
  const rows = many(decks, (i) => { const [x0, x1] = [-404 + i * 22 + (i > 3 ? 40 : 0), 372 - i * 46]; const y = -118 - i * 32; return [s.path(`M${x0},${y} H${x1 - 14} Q${x1 + 14},${y} ${x1 + 22},${y + 34} H${x0}Z`, s.linear(x0, y, x1, y + 34, [[0, lighter(c, 0.35)], [0.6, c], [1, darker(c, 0.25)]])), s.rect(x0, y + 28, x1 - x0 + 18, 6, darker(c, 0.5), { opacity: 0.35 }), s.rect(x0 - 4, y - 3, x1 - x0, 3.4, "#ffffff", { opacity: 0.85 }), many(Math.floor((x1 - x0 - 16) / 17), (j) => { const on = r() < lit(time); const wx = x0 + 10 + j * 17; return [on && lit(time) > 0.5 && j % 3 === 0 ? s.glow(wx + 5, y + 14, 24, "#ffd58a", 0.4) : "", i % 2 ? s.rect(wx, y + 8, 12, 17, glass(on), { rx: 1.5 }) : [s.rect(wx, y + 6, 13, 22, darker(c, 0.35)), s.rect(wx + 1.5, y + 8, 10, 12, glass(on))]]; })]; });
  const top = -118 - (decks - 1) * 32;
  return s.group([
    s.soft(0, 12, 440, 16, "#0a1426", 0.6, 10), s.path(body, s.down(-118, 0, [[0, lighter(c, 0.3)], [0.5, c], [0.52, toned(stripe, hour)], [0.94, darker(toned(stripe, hour), 0.35)], [0.95, "#8a2f26"], [1, "#5a1f1c"]])), s.path(body, s.linear(-430, 0, 470, 0, [[0, "#ffffff", 0.1], [0.6, "#ffffff", 0], [1, "#0a1426", 0.4]])), s.line("M-428,-92 L466,-114", "#ffffff", 5, { opacity: 0.85 }),
    many(34, (i) => s.ellipse(-380 + i * 23, -72 - i * 0.5, 5, 5, r() < lit(time) + 0.2 ? "#ffe2a0" : "#5a7288")), rows,
    many(7, (i) => [s.rect(-300 + i * 84, -122, 46, 15, toned("#e9803c", hour), { rx: 7 }), s.rect(-300 + i * 84, -113, 46, 5, "#fff6e6")]),
    s.path(`M${-150},${top} L${-128},${top - 78} L${-58},${top - 78} L${-40},${top}Z`, s.linear(-150, 0, -40, 0, [[0, lighter(toned(funnel, hour), 0.3)], [0.5, toned(funnel, hour)], [1, darker(funnel, 0.5)]])), s.path(`M${-139},${top - 40} L${-49},${top - 40} L${-45},${top - 22} L${-144},${top - 22}Z`, "#fbf4e6"), s.rect(-130, top - 84, 74, 8, "#2a2430"), soft(s, many(4, (i) => s.ellipse(-120 - i * 46, top - 108 - i * 20, 26 + i * 12, 11 + i * 4, mix("#8a8a94", hour.sky[1], 0.5))), 8, { opacity: 0.45 }),
    s.path(`M${60},${top} L${72},${top - 34} H${170} Q${196},${top - 30} ${204},${top}Z`, s.linear(60, top - 34, 204, top, [[0, lighter(c, 0.35)], [1, darker(c, 0.25)]])), s.path(`M${92},${top - 28} H${174} L${186},${top - 12} H${90}Z`, "#2f4a60"), s.line(`M${120},${top - 34} V${top - 92} M${104},${top - 70} H${136} M${110},${top - 84} H${130}`, "#e9e2d6", 4), s.line(`M120,${top - 92} L466,-120 M120,${top - 92} L-120,${top - 80} M-58,${top - 78} L-404,-120`, "#ffffff", 1.2, { opacity: 0.5 }), lit(time) > 0.5 ? many(40, (i) => s.ellipse(-400 + i * 21, (i < 14 ? -120 - (top * -1 - 200) * (i / 14) * 0.9 : top - 92 + Math.abs(i - 20) * 2.2) * 1, 2.4, 2.4, "#ffe9b0", { opacity: 0.9 })) : "",
    s.line("M-440,6 C-200,18 200,16 400,2", "#ffffff", 9, { opacity: 0.7, filter: s.blur(3) }), s.path("M372,0 C410,-14 430,-8 456,10 C420,8 400,14 360,10Z", "#ffffff", { opacity: 0.85, filter: s.blur(2) }), s.path("M-400,4 C-500,0 -600,14 -720,10 C-600,24 -480,22 -390,14Z", "#ffffff", { opacity: 0.55, filter: s.blur(4) }),
  ]);
}
/** A sailing ship, about 700 units long. */
function tallShip(s, { hull = "#3a2a2c", sail = "#f6ead2", time = "noon" }) {
  const hour = HOURS[time];
  const [c, cloth] = [toned(hull, hour), toned(sail, hour)];
  const body = "M-330,-70 C-320,-20 -290,0 -240,0 L230,0 C290,-4 330,-40 352,-84 C200,-58 -180,-52 -330,-70Z";
  const mast = (x, tall, wide) => [s.rect(x - 4, -tall, 8, tall - 40, s.linear(x - 4, 0, x + 4, 0, [[0, "#a8784a"], [1, "#5a3a26"]])), many(4, (i) => { const [y0, y1, w0, w1] = [-tall + 20 + i * ((tall - 120) / 4), -tall + 14 + (i + 1) * ((tall - 120) / 4), wide * (0.55 + i * 0.13), wide * (0.66 + i * 0.13)]; return [s.path(`M${x - w0},${y0} Q${x},${y0 - 6} ${x + w0},${y0} Q${x + w1 + 26},${(y0 + y1) / 2} ${x + w1},${y1} Q${x + 14},${y1 - 12} ${x - w1},${y1} Q${x - w0 + 16},${(y0 + y1) / 2} ${x - w0},${y0}Z`, s.linear(x - w1, y0, x + w1, y1, [[0, lighter(cloth, 0.4)], [0.5, cloth], [1, darker(cloth, 0.35)]])), s.line(`M${x - w0 - 6},${y0} H${x + w0 + 6}`, "#5a3a26", 4)]; })];
  return s.group([s.soft(0, 10, 330, 14, "#0a1426", 0.6, 9), s.line("M330,-78 L470,-132", "#8a5a38", 8), many(3, (i) => s.path(`M${440 - i * 44},${-124 + i * 12} L${196 - i * 10},${-360 + i * 60} L${290 - i * 30},${-92 + i * 4}Z`, s.linear(200, -300, 440, -100, [[0, lighter(cloth, 0.3)], [1, darker(cloth, 0.2)]]), { opacity: 0.95 })), mast(-210, 380, 92), mast(-30, 470, 118), mast(150, 420, 104), s.path(body, s.down(-84, 0, [[0, lighter(c, 0.3)], [0.5, c], [1, darker(c, 0.5)]])), s.line("M-328,-64 C-180,-46 200,-52 348,-78", "#e0b25c", 6), s.line("M-320,-44 C-180,-30 200,-36 330,-56", "#fff3d8", 3), many(10, (i) => s.ellipse(-240 + i * 52, -28, 5, 5, lit(time) > 0.5 ? "#ffe2a0" : "#c9b79a")), s.line("M470,-132 L150,-420 L-30,-470 L-210,-380 L-330,-70", "#2a1a1a", 1.6, { opacity: 0.6 }), s.line("M-330,6 C-100,16 150,14 300,2", "#ffffff", 8, { opacity: 0.7, filter: s.blur(3) })]);
}

export function ship(s) {
  const r = s.random;
  const plan = cycle(s, [
    { time: "gold", hull: "#f6efe4", stripe: "#1d4f7c", funnel: "#c4532f", decks: 6, land: "islands", sea: "#2a6f94" }, { time: "noon", kind: "sail", hull: "#f2ece0", land: "tropic", sea: "#1f93a4" }, { time: "dusk", hull: "#f4ece4", stripe: "#7a2f34", funnel: "#e0b25c", decks: 7, land: "town", sea: "#34487a" }, { time: "dawn", hull: "#b53a2c", stripe: "#b53a2c", funnel: "#f6efe4", decks: 4, land: "ice", sea: "#4f8aa8" },
    { time: "night", hull: "#eef0f4", stripe: "#22304a", funnel: "#1d4f7c", decks: 7, land: "islands", sea: "#16294e" }, { time: "noon", hull: "#ffffff", stripe: "#2f8a94", funnel: "#2f8a94", decks: 5, land: "fjord", sea: "#1f5f78" }, { time: "gold", kind: "sail", hull: "#5a2f26", land: "islands", sea: "#3a6a8a" },
    { time: "noon", hull: "#22385a", stripe: "#22385a", funnel: "#e9803c", decks: 6, land: "tropic", sea: "#1f9aa8" }, { time: "dusk", kind: "sail", hull: "#2a2a34", land: "fjord", sea: "#3a4a7a" }, { time: "dawn", hull: "#f2e6da", stripe: "#5c7a5a", funnel: "#5c7a5a", decks: 5, land: "town", sea: "#5a86a0" },
    { time: "gold", hull: "#fbf6ee", stripe: "#c4532f", funnel: "#1d4f7c", decks: 7, land: "fjord", sea: "#2f6a7c" }, { time: "night", kind: "sail", hull: "#5a2f26", sail: "#d9d4e0", land: "town", sea: "#16264c" }, { time: "noon", hull: "#2f6a5c", stripe: "#2f6a5c", funnel: "#f0c84a", decks: 4, land: "ice", sea: "#3f86a8" }, { time: "dawn", kind: "sail", hull: "#1d4f7c", sail: "#f6d9c4", land: "tropic", sea: "#3f93a4" },
  ]);
  const horizon = 470 + r.between(-50, 30);
  const hour = HOURS[plan.time];
  const sun = [r.pick([0.16, 0.3, 0.78]), plan.time === "noon" ? 0.22 : 0.78];
  const flip = s.index % 3 === 1 ? -1 : 1;
  const far = (c) => mix(toned(c, hour), hour.sky[2], 0.45);
  const lands = {
    islands: () => [ridge(s, horizon + 2, 110, far("#7f87a0"), { base: horizon + 6, haze: hour.sky[2] }), ridge(s, horizon + 4, 46, toned("#5f6f84", hour), { base: horizon + 8, steps: 14, haze: hour.sky[2] })], tropic: () => [put(s, s.path(curve([[-300, 8], [-180, -60], [-60, -120], [40, -70], [140, -40], [300, 8]]) + "Z", s.down(-120, 8, [[0, "#7fae6a"], [1, "#2f6a54"]])), r.pick([220, 960]), horizon, { k: 1.2 }), s.ellipse(r.pick([220, 960]), horizon + 6, 380, 9, "#f4e2b0"), many(9, (i) => tree(s, 60 + i * 40, horizon + 6, r.between(60, 100), "#3f8a54", "palm"))],
    town: () => [ridge(s, horizon, 130, far("#8a86a0"), { base: horizon + 4, haze: hour.sky[2] }), many(34, (i) => { const [w, h] = [r.between(26, 48), r.between(30, 96)]; const c = mix(toned(r.pick(["#e9cfa8", "#d9a07a", "#c9785a", "#f0e2cc"]), hour), hour.sky[2], 0.25); return [s.rect(i * 36 - 10, horizon + 2 - h, w, h, s.linear(i * 36, 0, i * 36 + w, 0, [[0, lighter(c, 0.2)], [1, darker(c, 0.25)]])), s.path(`M${i * 36 - 13},${f(horizon + 2 - h)} l${f(w / 2 + 3)},-12 l${f(w / 2 + 3)},12Z`, mix(toned("#a8492d", hour), hour.sky[2], 0.2)), many(5, (j) => s.rect(i * 36 - 4 + (j % 2) * 14, horizon - h + 12 + Math.floor(j / 2) * 18, 5, 8, r() < lit(plan.time) ? "#ffe2a0" : darker(c, 0.45)))]; })],
    ice: () => [peaks(s, horizon + 4, 240, "#7f9ab4", { count: 6, base: horizon + 6, haze: hour.sky[2] }), many(9, () => { const [x, q] = [r() * 1200, r.between(40, 110)]; return s.path(`M${f(x - q)},${horizon + 20} L${f(x - q * 0.6)},${f(horizon - q * 0.4)} L${f(x)},${f(horizon - q * 0.7)} L${f(x + q * 0.5)},${f(horizon - q * 0.2)} L${f(x + q)},${horizon + 20}Z`, s.linear(x - q, 0, x + q, 0, [[0, "#ffffff"], [0.6, "#d4e6f0"], [1, "#8fb4d0"]])); })],
    fjord: () => [peaks(s, horizon + 4, 420, "#5f7f84", { count: 5, base: horizon + 6, haze: hour.sky[2] }), ridge(s, horizon + 4, 70, toned("#3f6a58", hour), { base: horizon + 8, steps: 16, haze: hour.sky[2] })],
  };
  const floats = plan.land === "ice" ? many(16, () => { const t = r(); const [x, y, q] = [r() * 1200, horizon + 40 + t * 280, 20 + t * 80]; return s.path(`M${f(x - q)},${f(y)} L${f(x - q * 0.4)},${f(y - q * 0.2)} L${f(x + q * 0.7)},${f(y - q * 0.14)} L${f(x + q)},${f(y + q * 0.04)} L${f(x)},${f(y + q * 0.14)}Z`, s.down(y - q * 0.2, y + q * 0.14, [[0, "#ffffff"], [1, "#a9cbe0"]])); }) : "";
  const k = plan.kind === "sail" ? 1.04 : r.between(0.98, 1.16);
  const y = horizon + r.between(90, 130);
  const vessel = plan.kind === "sail" ? tallShip(s, plan) : liner(s, plan);
  return [openSky(s, plan.time, horizon, { sun, clouds: 5 }), lands[plan.land](), waterPlane(s, horizon, 800, plan.time, { colour: plan.sea, lx: 1200 * sun[0], glints: 150 }), floats, s.group(put(s, vessel, 0, 0, { k: 1 }), { transform: `translate(${f(600 + r.between(-40, 40))} ${f(y)}) scale(${flip * k} ${-k * 0.35})`, opacity: 0.28, filter: s.blur(5) }), s.group(vessel, { transform: `translate(${f(600)} ${f(y)}) scale(${flip * k} ${k})` }), many(24, () => { const t = r(); return s.line(`M${f(r() * 1200)},${f(y + 30 + t * 200)} q40,-8 ${f(60 + t * 80)},0`, lighter(toned(plan.sea, hour), 0.4), 2 + t * 3, { opacity: 0.35 }); }), birds(s, 7, plan.time === "night" ? "#8f9cc0" : "#ffffff")];
}

export function deck(s) {
  const r = s.random;
  const st = cycle(s, [{ time: "noon", wood: "#c99a66", cloth: "#1d4f7c", sea: "#1f7f9e", pool: true }, { time: "gold", wood: "#b5804e", cloth: "#c4532f", sea: "#2f6a8c", pool: false }, { time: "dusk", wood: "#8a5f44", cloth: "#f2e2c4", sea: "#3a4a80", pool: true }, { time: "dawn", wood: "#d0a878", cloth: "#5c8a7a", sea: "#5f93ac", pool: false }, { time: "night", wood: "#5a4238", cloth: "#e0b25c", sea: "#1a2c54", pool: true }]);
  const hour = HOURS[st.time];
  const t = (c) => toned(c, hour);
  const swap = s.index % 2 ? -1 : 1;
  const space = new Space(s, { eye: [0, 2.1, -0.6], yaw: swap * 0.2, pitch: 0, focal: 0.72, horizon: 0.42, light: [-0.5, 0.8, 0.2] });
  const horizon = 336;
  const lounger = (x, z) => [z, () => [space.shadow(x, z, 0.8, 1.9, 0.4), many(4, (i) => space.box(x + (i % 2 ? 0.28 : -0.28), 0, z + (i < 2 ? 0.8 : -0.8), 0.06, 0.3, 0.06, t("#8a5a38"))), space.box(x, 0.3, z - 0.25, 0.66, 0.08, 1.4, t("#a8703e")), space.box(x, 0.38, z - 0.25, 0.6, 0.09, 1.35, t(st.cloth)), space.face([[x - 0.3, 0.95, z + 0.95], [x + 0.3, 0.95, z + 0.95], [x + 0.3, 0.46, z + 0.42], [x - 0.3, 0.46, z + 0.42]], space.between([x, 0.95, z + 0.9], [x, 0.4, z + 0.4], [[0, lighter(t(st.cloth), 0.35)], [1, t(st.cloth)]])), cushion(space, x, 0.86, z + 0.82, 0.4, t("#fbf4e6"), { ky: 0.5 })]];
  const rail = (z) => [many(46, (i) => { const x = -9 + i * 0.4; const [a, b] = [space.at(x, 0, z), space.at(x, 1.05, z)]; return s.line(`M${f(a.X)},${f(a.Y)} L${f(b.X)},${f(b.Y)}`, t("#f6f0e4"), Math.max(1.6, a.k * 0.02)); }), [0.35, 0.7].map((y) => space.box(0, y, z, 18, 0.03, 0.03, t("#f6f0e4"))), space.box(0, 1.05, z, 18, 0.07, 0.14, t("#a8703e"))];
  const ring = (x, z) => { const p = space.at(x, 0.62, z - 0.1); return put(s, [s.ellipse(0, 0, 40, 40, "none", { stroke: t("#f6f0e4"), strokeWidth: 20 }), s.ellipse(0, 0, 40, 40, "none", { stroke: t("#c4412f"), strokeWidth: 20, strokeDasharray: "31.4 31.4" }), s.line("M-34,-34 A48,48 0 0 1 20,-46", "#ffffff", 4, { opacity: 0.6 })], p.X, p.Y, { k: p.k / 150 }); };
  const pool = () => [space.box(swap * 1.2, 0, 5.2, 4.4, 0.12, 3.2, t("#f2e9da")), space.face([[swap * 1.2 - 2, 0.13, 6.6], [swap * 1.2 + 2, 0.13, 6.6], [swap * 1.2 + 2, 0.13, 3.8], [swap * 1.2 - 2, 0.13, 3.8]], space.between([0, 0, 6.6], [0, 0, 3.8], [[0, t("#9fe0e2")], [1, t("#2a9fb8")]])), many(40, () => { const p = space.at(swap * 1.2 + r.between(-1.8, 1.8), 0.13, r.between(3.9, 6.5)); return s.ellipse(p.X, p.Y, p.k * 0.12, p.k * 0.014, "#ffffff", { opacity: 0.5 }); }), st.time === "night" ? s.glow(space.at(swap * 1.2, 0.1, 5).X, space.at(0, 0.1, 5).Y, 260, "#6fe0f0", 0.4) : ""];
  const spots = st.pool ? [[-3, 5.6], [-2, 5.6], [-3.2, 3], [-2.2, 3]].map(([x, z]) => [x * swap, z]) : [[-2.6, 5.8], [-1.4, 5.8], [-0.2, 5.8], [1.2, 5.8], [2.4, 5.8], [-2.2, 3], [1.6, 3]];
  return [
    openSky(s, st.time, horizon, { sun: [swap > 0 ? 0.3 : 0.7, st.time === "noon" ? 0.3 : 0.8], clouds: 5 }), ridge(s, horizon + 2, 60, mix(t("#7f87a0"), hour.sky[2], 0.5), { base: horizon + 4, haze: hour.sky[2] }), waterPlane(s, horizon, 640, st.time, { colour: st.sea, lx: swap > 0 ? 360 : 840, glints: 110 }), put(s, liner(s, { time: st.time, decks: 4 }), swap > 0 ? 960 : 230, horizon + 26, { k: 0.14 }),
    space.floor({ x: [-10, 10], z: [0.2, 8], colour: t(st.wood), kind: "boards", size: 0.2 }), rail(8), ring(-3.2, 8), ring(3.2, 8), st.pool ? pool() : "",
    space.sorted([...spots.map(([x, z]) => lounger(x, z)), ...(st.time === "night" ? [] : [[6.4, () => parasol(space, spots[0][0] + 0.5, 6.4, t(st.cloth), t("#fbf4e6"), { y: 2.2 })], [3.5, () => parasol(space, spots[spots.length - 1][0] + 0.9, 3.6, t(st.cloth), t("#fbf4e6"), { y: 2.2 })]]), [7.4, () => many(2, (i) => { const p = space.at(swap * (2.4 + i * 0.6), 0, 7.5); return person(s, p.X, p.Y, p.k * 1.7, { coat: ["#e9d6b4", "#c4532f"][i] }); })]]),
    many(3, (i) => { const [a, b] = [space.at(-6, 3.2, 8 - i * 2), space.at(6, 3.4, 7 - i * 2)]; return ["dusk", "night", "gold"].includes(st.time) ? lamps(s, a.X, a.Y, b.X, b.Y, 60, 15, "#ffd98c", 4 + i) : ""; }), s.rect(0, 0, 1200, 800, HOURS[st.time].sun, { opacity: 0.14, style: "mix-blend-mode:soft-light" }), birds(s, 5),
  ];
}
