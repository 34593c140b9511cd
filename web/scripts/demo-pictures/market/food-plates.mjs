// Dishes on a plate or in a bowl, seen from above: pasta, pizza, salad, soup.
import { blob, chance, leafShadow, steam, sunlight, waver } from "./kit.mjs";
import { basil, citrus, crumbs, cycle, darker, dish, f, fork, glassAbove, halfTomato, knife, leaf, lighter, many, mix, napkin, noise, pinch, put, relief, soft, spoon, sprig, table, tomato } from "./tableware.mjs";

const C = 400;
const inside = (s, reach) => { const [a, d] = [s.random() * 6.283, Math.sqrt(s.random()) * reach]; return [Math.cos(a) * d, Math.sin(a) * d]; };

/** Table, things beside the plate, the plate, the light. */
export function setting(s, draw, { offset = 0, x, y, cutlery = "fork", k = 1, prop } = {}) {
  const r = s.random;
  const side = s.index % 2 ? 1 : -1;
  const [px, py] = [x ?? C - side * r.between(10, 60), y ?? C + r.between(-20, 50)];
  const cloth = cycle(s, [["#f2e9da", "#1d4f7c"], ["#c9d2c4", "#5c7a29"], ["#f4e3d0", "#c4532f"], ["#3f5a6b", "#e9d9bf"], ["#e7d3a8", "#8a4a2c"]], 2, offset);
  const props = prop ?? cycle(s, ["glass", "salt", "tomatoes", "lemon", "sprig"], 3, offset);
  const [cx, cy] = [C + side * 300, 120 + r.between(-30, 40)];
  const tools = { fork: [fork], both: [fork, knife], spoon: [spoon], none: [] }[cutlery];
  return [
    table(s, offset),
    put(s, napkin(s, ...cloth), C + side * 330, 520 + r.between(-60, 60), { turn: r.between(-24, 24), k: 1.15 }),
    put(s, { glass: () => glassAbove(s, 84, r.pick(["#8a1f2c", "#e3c766", "#d98a8a"])), salt: () => [pinch(s, 70, "#f7f3ea", undefined, true), put(s, pinch(s, 52, "#3a2a24", ["#c9785a", "speck", "#fbe9d2"], true), -side * 130, -40)], tomatoes: () => many(4, (i) => put(s, tomato(s, 36, i % 2 ? "#d9482e" : "#c22f28"), (i % 2) * 70 - 30, Math.floor(i / 2) * 62 - 20 + (i % 2) * 12, { turn: i * 60 })), lemon: () => [put(s, citrus(s, 62), 0, 0), put(s, citrus(s, 56), -side * 92, 54, { turn: 20 })], sprig: () => [put(s, sprig(s), 40, 30, { turn: 150 }), put(s, sprig(s, "#7f9a54"), 60, 80, { turn: 190 })] }[props](), cx, cy),
    tools.map((tool, i) => put(s, tool(s, s.index % 3 === 1 ? "gold" : "steel"), C + side * (300 + i * 50), 540, { turn: r.between(-8, 8) + side * 4, k: 1.2 })),
    put(s, draw(), px, py, { k }),
    s.index % 2 ? sunlight(s, "#fff1cf", { x: r.between(0.05, 0.4), opacity: 0.4 }) : leafShadow(s, 0.28),
  ];
}

const nest = (s, count, reach, colour, wide) => many(count, (i) => {
  const [x, y] = inside(s, reach * (1 - (i / count) * 0.35));
  const [q, a, sweep] = [s.random.between(40, 110), s.random.between(0, 360), s.random.between(1.6, 3.6)];
  const c = mix(darker(colour, 0.18), lighter(colour, 0.3), i / count + s.random.between(-0.15, 0.15));
  const d = `M${f(q)},0 A${f(q)},${f(q * 0.8)} 0 ${sweep > 3.14 ? 1 : 0} 1 ${f(Math.cos(sweep) * q)},${f(Math.sin(sweep) * q * 0.8)}`;
  return put(s, [s.line(d, darker(colour, 0.75), wide + 4, { opacity: 0.55, transform: "translate(2 3)" }), s.line(d, c, wide), s.line(d, lighter(c, 0.6), wide * 0.3, { opacity: 0.7, transform: `translate(${f(-wide * 0.2)} ${f(-wide * 0.2)})` })], x, y, { turn: a });
});
const sauce = (s, rx, ry, colour, height = 4) => [s.path(blob(s, 4, 8, rx * 1.02, ry * 1.02), "#1a0806", { opacity: 0.45, filter: s.blur(8) }), s.path(blob(s, 0, 0, rx, ry, { steps: 11, rough: 0.2 }), colour, { filter: relief(s, { frequency: 0.06, octaves: 4, height }) })];
const shavings = (s, n, reach) => many(n, () => put(s, [s.path("M-26,-5 Q0,-16 28,-4 L24,6 Q0,-4 -24,7Z", "#7a5a2a", { opacity: 0.35, transform: "translate(3 5)" }), s.path("M-26,-5 Q0,-16 28,-4 L24,6 Q0,-4 -24,7Z", s.linear(-20, -10, 20, 8, [[0, "#fff6d8"], [1, "#e3c582"]]))], ...inside(s, reach), { turn: s.random.between(0, 180), k: s.random.between(0.7, 1.2) }));
const prawnTop = (s) => [s.path("M-50,10 C-50,-50 40,-56 50,4 C52,20 34,26 28,12 C20,-14 -14,-18 -22,16 C-26,28 -48,26 -50,10Z", "#2a0e08", { opacity: 0.45, filter: s.blur(5), transform: "translate(4 8)" }), s.path("M-50,10 C-50,-50 40,-56 50,4 C52,20 34,26 28,12 C20,-14 -14,-18 -22,16 C-26,28 -48,26 -50,10Z", s.linear(-40, -40, 40, 20, [[0, "#ffd0ae"], [0.5, "#f08a5c"], [1, "#c44e2c"]])), [-34, -14, 8, 28].map((x, i) => s.line(`M${x},${-26 - (i % 3) * 5} Q${x + 4},-14 ${x * 0.55},-8`, "#b8401f", 3, { opacity: 0.6 })), s.path("M-50,10 l-16,16 l18,2 l4,14 l14,-20Z", "#d9592f")];

export function pasta(s) {
  const kind = cycle(s, ["pomodoro", "pesto", "vongole", "bolognese", "ravioli", "prawns"]);
  const herbs = (n) => many(n, () => put(s, leaf(s, s.random.pick(["#4f8a3c", "#6fa04a"]), 20, 7), ...inside(s, 150), { turn: s.random.between(0, 360) }));
  const body = {
    pomodoro: () => [nest(s, 90, 165, "#e6b45a", 10), sauce(s, 92, 80, "#c4361f"), many(7, () => put(s, halfTomato(s, 24), ...inside(s, 120))), shavings(s, 9, 120), put(s, basil(s, 1.5), 6, -10)],
    pesto: () => [nest(s, 100, 170, "#9aab48", 10), sauce(s, 70, 60, "#5c7d2a", 4), crumbs(s, 0, 0, 130, ["#e8c98a", "#d9b26a"], 26, [5, 9]), shavings(s, 12, 130), put(s, basil(s, 1.5), -14, 4, { turn: 60 })],
    vongole: () => [nest(s, 90, 165, "#efd18a", 10), many(10, (i) => put(s, [s.path("M-34,14 C-40,-30 40,-30 34,14 C20,26 -20,26 -34,14Z", "#20100c", { opacity: 0.45, filter: s.blur(4), transform: "translate(3 6)" }), s.path("M-34,14 C-40,-30 40,-30 34,14 C20,26 -20,26 -34,14Z", s.linear(-30, -20, 30, 20, [[0, "#f2e2cc"], [1, "#a07c5e"]])), [16, 24].map((q) => s.line(`M${-q},10 C${-q},${-q * 0.7} ${q},${-q * 0.7} ${q},10`, "#8a6a52", 2, { opacity: 0.5 })), s.ellipse(0, 10, 20, 9, "#e9a25c")], ...[Math.cos(i * 2.4) * (40 + i * 11), Math.sin(i * 2.4) * (40 + i * 11)], { turn: i * 71 })), herbs(34)],
    bolognese: () => [nest(s, 54, 160, "#e9bf6a", 21), sauce(s, 112, 96, "#8a3a22", 7), crumbs(s, 0, 0, 90, ["#5f2616", "#a04a2a", "#7a3320"], 60, [6, 12]), shavings(s, 16, 90), put(s, basil(s, 1.2), 10, 0)],
    ravioli: () => [s.ellipse(0, 0, 205, 205, s.radial(0, 0, 205, [[0, "#e0903c"], [1, "#b8581f"]]), { opacity: 0.85 }), many(9, (i) => { const [q, a] = [i === 0 ? 0 : 128, i * 0.785]; return put(s, [s.rect(-50, -44, 104, 104, "#2a1208", { rx: 12, opacity: 0.45, filter: s.blur(6) }), s.rect(-52, -52, 104, 104, "#edcf8c", { rx: 8, strokeDasharray: "7 5", stroke: "#d9b068", strokeWidth: 8 }), s.rect(-33, -33, 66, 66, s.radial(-12, -14, 60, [[0, "#fff2c4"], [0.6, "#efd08a"], [1, "#c99a4e"]]), { rx: 26 })], Math.cos(a) * q, Math.sin(a) * q, { turn: s.random.between(-25, 25), k: 0.9 }); }), herbs(22), shavings(s, 8, 130), many(4, () => put(s, leaf(s, "#8a9a6a", 62, 15), ...inside(s, 110), { turn: s.random.between(0, 360) }))],
    prawns: () => [nest(s, 80, 165, "#d9803c", 12), many(6, (i) => put(s, prawnTop(s), Math.cos(i * 1.05) * 88, Math.sin(i * 1.05) * 88, { turn: i * 60 + 100, k: 1.15 })), many(6, () => put(s, halfTomato(s, 22), ...inside(s, 130))), herbs(30)],
  }[kind];
  return setting(s, () => [dish(s, 300, { deep: 0.3 }), s.soft(8, 12, 190, 190, "#2a1008", 0.4, 24), s.group(body(), { transform: "scale(1.16)" })], { offset: 0, k: 1.12 });
}

export function pizza(s) {
  const r = s.random;
  const kind = cycle(s, ["margherita", "pepperoni", "rocket", "funghi", "quattro"]);
  const base = { margherita: "#c4361f", pepperoni: "#b8331e", rocket: "#c24a26", funghi: "#efdcb0", quattro: "#c4401f" }[kind];
  const cheese = (n, size) => many(n, () => { const [x, y] = inside(s, 215); const q = r.between(...size); return [s.path(blob(s, x + 2, y + 4, q * 1.05), "#7a3a14", { opacity: 0.4, filter: s.blur(4) }), s.path(blob(s, x, y, q), s.radial(x - q * 0.3, y - q * 0.3, q * 1.5, [[0, "#fff8e2"], [0.6, "#f6dfa4"], [1, "#dda454"]])), chance(s, 0.5) ? s.ellipse(x + r.between(-q, q) * 0.4, y + r.between(-q, q) * 0.4, q * 0.3, q * 0.2, "#b8692a", { opacity: 0.55, filter: s.blur(3) }) : ""]; });
  const spread = (n, reach, draw) => many(n, (i) => { const [a, d] = [i * 2.4 + r.between(-0.2, 0.2), Math.sqrt((i + 0.6) / n) * reach]; return put(s, draw(i), Math.cos(a) * d, Math.sin(a) * d, { turn: r.between(0, 360) }); });
  const salami = () => [s.soft(3, 5, 34, 34, "#3a0e08", 0.5, 5), s.ellipse(0, 0, 34, 33, s.radial(-8, -8, 40, [[0, "#e2694a"], [0.7, "#b8382a"], [1, "#7d1f1a"]])), crumbs(s, 0, 0, 26, ["#f0a888", "#8a241c"], 12, [2, 4])];
  const mushroom = () => [s.soft(3, 5, 30, 26, "#3a1e0e", 0.45, 5), s.path("M-34,4 C-36,-34 36,-34 34,4 C22,10 12,8 10,6 L8,30 L-8,30 L-10,6 C-12,8 -22,10 -34,4Z", s.down(-30, 30, [[0, "#e9d6ba"], [1, "#a98a68"]])), s.path("M-26,2 C-24,-16 24,-16 26,2 C14,6 -14,6 -26,2Z", "#7a5a42", { opacity: 0.6 })];
  const olive = () => [s.soft(2, 4, 15, 15, "#1a0a08", 0.5, 3), s.ellipse(0, 0, 16, 15, "#2c2430"), s.ellipse(0, 0, 7, 7, base), s.ellipse(-6, -7, 4, 2.4, "#ffffff", { opacity: 0.6 })];
  const rocket = () => put(s, [s.soft(20, 8, 36, 12, "#1a1408", 0.4, 5), s.path("M0,0 C10,-10 16,-4 22,-14 C28,-6 36,-14 42,-10 C54,-18 74,-8 84,2 C70,10 54,14 44,8 C36,16 28,6 22,10 C14,4 8,8 0,0Z", s.down(-14, 12, [[0, "#7fae4a"], [1, "#36662c"]]))], -40, 0);
  const ham = () => [s.path(blob(s, 4, 7, 54, 34), "#3a1408", { opacity: 0.45, filter: s.blur(6) }), s.path(blob(s, 0, 0, 54, 34, { rough: 0.25 }), s.linear(-50, -30, 50, 30, [[0, "#f3b3a4"], [0.5, "#d4736a"], [1, "#a84a48"]])), s.line("M-40,-6 Q0,-24 40,-4", "#fbe3d6", 6, { opacity: 0.8 }), s.line("M-30,12 Q0,0 34,12", "#fbe3d6", 3, { opacity: 0.6 })];
  const tops = {
    margherita: () => [cheese(13, [26, 46]), spread(8, 190, () => put(s, basil(s, 0.95), 0, 0))],
    pepperoni: () => [cheese(30, [24, 40]), spread(17, 205, salami)],
    rocket: () => [cheese(18, [24, 40]), spread(7, 180, ham), spread(24, 180, rocket), spread(7, 190, () => halfTomato(s, 22)), many(10, () => put(s, s.path("M-22,-4 Q0,-13 24,-3 L20,6 Q0,-3 -20,6Z", "#fff2cc"), ...inside(s, 180), { turn: r.between(0, 180) }))],
    funghi: () => [cheese(16, [26, 44]), spread(15, 200, mushroom), many(50, () => put(s, leaf(s, "#54843c", 14, 5), ...inside(s, 210), { turn: r.between(0, 360) }))],
    quattro: () => [cheese(20, [24, 38]), spread(14, 200, (i) => [salami, mushroom, olive, () => halfTomato(s, 24)][i % 4]()), spread(16, 210, olive), spread(5, 170, () => put(s, basil(s, 0.8), 0, 0))],
  }[kind];
  const round = () => [s.ellipse(0, 0, 292, 290, "#c98a44", { filter: waver(s, 16, 0.02, s.index + 2) })];
  const pie = [
    s.soft(16, 24, 296, 294, "#160806", 0.65, 18), s.group(round(), {}),
    s.ellipse(0, 0, 290, 288, s.radial(-60, -70, 360, [[0, "#f2cc84"], [0.75, "#dca354"], [0.9, "#c07f38"], [1, "#8a4f20"]]), { filter: waver(s, 16, 0.02, s.index + 2) }), s.ellipse(0, 0, 284, 282, "#000", { filter: noise(s, "#5a2a10", { x: 0.028, octaves: 3, strength: 7, cut: 4.1, seed: s.index + 5 }), opacity: 0.8 }), s.ellipse(0, 0, 284, 282, "#000", { filter: noise(s, "#fff3d4", { x: 0.02, octaves: 3, strength: 5, cut: 2.9, seed: s.index + 8 }), opacity: 0.5 }),
    s.soft(-6, -8, 246, 244, "#7a2a10", 0.6, 9), s.ellipse(0, 0, 240, 238, base, { filter: relief(s, { frequency: 0.05, octaves: 4, height: 2.4 }) }), tops(),
    many(4, (i) => s.line(`M0,0 L${f(Math.cos(i * 0.785 + 0.3) * 284)},${f(Math.sin(i * 0.785 + 0.3) * 284)} M0,0 L${f(-Math.cos(i * 0.785 + 0.3) * 284)},${f(-Math.sin(i * 0.785 + 0.3) * 284)}`, "#4a1a0c", 3.4, { opacity: 0.5 })), soft(s, s.line("M-236,-120 A270,268 0 0 1 -40,-262", "#fff4d6", 12), 5, { opacity: 0.55 }),
  ];
  const under = s.index % 2 ? [s.soft(14, 24, 345, 343, "#120806", 0.6, 18), s.ellipse(0, 0, 342, 340, s.linear(-300, -300, 300, 300, [[0, "#d9a870"], [1, "#8a5a34"]])), s.ellipse(0, 0, 342, 340, "#000", { filter: noise(s, "#4a2612", { x: 0.004, y: 0.07, strength: 2.6, cut: 1.1 }), opacity: 0.7 })] : dish(s, 338, { well: 0.92 });
  return setting(s, () => [under, pie], { offset: 3, cutlery: "none", k: 1.02 });
}

export function salad(s) {
  const r = s.random;
  const kind = cycle(s, ["greek", "caesar", "poke", "nicoise", "buddha"]);
  const leaves = (n, reach, tones) => many(n, (i) => put(s, [s.path("M0,0 C20,-44 60,-52 96,-30 C120,-36 130,-8 116,6 C128,30 96,44 80,32 C50,48 18,30 0,0Z", "#0f1a0c", { opacity: 0.4, filter: s.blur(5), transform: "translate(4 8)" }), s.path("M0,0 C20,-44 60,-52 96,-30 C120,-36 130,-8 116,6 C128,30 96,44 80,32 C50,48 18,30 0,0Z", s.linear(0, -40, 110, 40, [[0, lighter(r.pick(tones), 0.3)], [1, darker(r.pick(tones), 0.25)]])), s.line("M4,0 Q60,-8 104,-6 M40,-4 l20,-24 M60,-6 l20,22", "#e6efc0", 2.4, { opacity: 0.6 })], ...inside(s, reach), { turn: r.between(0, 360), k: r.between(0.7, 1.1) - (i / n) * 0.15 }));
  const cucumber = () => [s.soft(3, 6, 34, 34, "#10180c", 0.45, 5), s.ellipse(0, 0, 35, 35, "#3d6b34"), s.ellipse(0, 0, 30, 30, s.radial(-6, -6, 34, [[0, "#e9f2c4"], [1, "#b9d48c"]])), many(7, (i) => s.ellipse(Math.cos(i * 0.9) * 15, Math.sin(i * 0.9) * 15, 5, 2.4, "#8fae62", { transform: `rotate(${f(i * 51)} ${f(Math.cos(i * 0.9) * 15)} ${f(Math.sin(i * 0.9) * 15)})` }))];
  const feta = () => [s.path("M-20,-14 L20,-20 L26,16 L-16,22Z", "#10180c", { opacity: 0.45, filter: s.blur(4), transform: "translate(4 7)" }), s.path("M-20,-14 L20,-20 L26,16 L-16,22Z", s.linear(-20, -20, 26, 22, [[0, "#fffdf6"], [1, "#d9d2c2"]])), s.path("M-16,22 L26,16 L28,24 L-14,30Z", "#bdb4a2")];
  const egg = () => [s.soft(4, 7, 40, 34, "#10140c", 0.45, 5), s.ellipse(0, 0, 42, 34, s.radial(-8, -10, 50, [[0, "#ffffff"], [1, "#e3dccd"]])), s.ellipse(2, 2, 21, 20, s.radial(-4, -4, 26, [[0, "#ffd35c"], [1, "#e08a22"]])), s.ellipse(-4, -5, 6, 4, "#ffffff", { opacity: 0.6 })];
  const olive = (c = "#3a2c3c") => [s.soft(3, 5, 19, 15, "#10100c", 0.5, 4), s.ellipse(0, 0, 21, 17, s.radial(-6, -6, 24, [[0, lighter(c, 0.4)], [0.6, c], [1, darker(c, 0.5)]])), s.ellipse(-7, -7, 5, 3, "#ffffff", { opacity: 0.7 })];
  const crouton = () => [s.rect(-16, -14, 38, 38, "#140c08", { rx: 6, opacity: 0.4, filter: s.blur(4) }), s.rect(-19, -19, 38, 38, "#d99c4c", { rx: 6, filter: relief(s, { frequency: 0.1, height: 2.5 }) })];
  const avocado = () => many(6, (i) => put(s, [s.path("M-8,-52 C18,-40 18,40 -8,52 C4,20 4,-20 -8,-52Z", s.linear(-8, 0, 14, 0, [[0, "#f0e9a0"], [0.6, "#b9c95e"], [1, "#5c7a2a"]])), s.line("M-8,-52 C18,-40 18,40 -8,52", "#3d5a22", 3)], i * 17 - 44, 0, { turn: i * 5 - 12 }));
  const salmon = () => many(9, () => put(s, [s.rect(-18, -16, 42, 40, "#200c08", { rx: 8, opacity: 0.35, filter: s.blur(4) }), s.rect(-22, -20, 42, 40, s.linear(-20, -20, 20, 20, [[0, "#ffb48a"], [1, "#e2663c"]]), { rx: 8 }), [-10, 2, 14].map((x) => s.line(`M${x - 6},-18 q8,18 0,36`, "#ffe3d0", 2.4, { opacity: 0.7 }))], ...inside(s, 62), { turn: r.between(-40, 40) }));
  const spread = (n, reach, draw) => many(n, (i) => { const [a, d] = [i * 2.4 + r.between(-0.3, 0.3), Math.sqrt((i + 0.5) / n) * reach]; return put(s, draw(i), Math.cos(a) * d, Math.sin(a) * d, { turn: r.between(0, 360) }); });
  const rice = (n, colours) => many(n, () => { const [x, y] = inside(s, 92); return s.ellipse(x, y, 8, 3.4, r.pick(colours), { transform: `rotate(${f(r.between(0, 180))} ${f(x)} ${f(y)})` }); });
  const shreds = (colour) => many(46, () => { const [x, y] = inside(s, 70); return s.line(`M${f(x)},${f(y)} q${f(r.between(-20, 20))},${f(r.between(-16, 16))} ${f(r.between(-36, 36))},${f(r.between(-30, 30))}`, mix(colour, "#ffffff", r.between(0, 0.3)), 6); });
  const peas = (c) => many(26, () => put(s, olive(c), ...inside(s, 66), { k: 0.72 }));
  const sections = (list) => [s.ellipse(0, 0, 226, 226, "#e9dfc9"), list.map((draw, i) => { const a = (i / list.length) * 6.283 + 0.5; return put(s, draw(), Math.cos(a) * 128, Math.sin(a) * 128, { turn: (a * 180) / Math.PI + 90 }); })];
  const tuna = () => spread(6, 80, () => [s.soft(3, 6, 34, 22, "#140c08", 0.4, 5), s.path(blob(s, 0, 0, 36, 22, { rough: 0.25 }), "#d9a890", { filter: relief(s, { frequency: 0.09, height: 7 }) })]);
  const body = {
    greek: () => [leaves(24, 175, ["#6f9a44", "#8fb45c"]), spread(13, 180, cucumber), spread(12, 175, () => halfTomato(s, 34)), many(7, () => put(s, [28, 20].map((q) => s.ellipse(0, 0, q, q * 0.9, "none", { stroke: "#a3477e", strokeWidth: 5, opacity: 0.85 })), ...inside(s, 160))), spread(9, 160, () => olive()), spread(14, 130, feta)],
    caesar: () => [leaves(42, 180, ["#8fae54", "#a9c46c", "#6d8f3c"]), spread(12, 170, crouton), spread(4, 110, egg), shavings(s, 20, 170), spread(7, 150, () => [s.soft(4, 8, 60, 22, "#140c08", 0.45, 6), s.path("M-60,-14 C-20,-30 30,-28 62,-8 C58,12 20,24 -30,20 C-56,16 -66,2 -60,-14Z", s.down(-28, 22, [[0, "#f4d7a0"], [1, "#c08a4a"]])), [-34, -8, 18].map((x) => s.line(`M${x},-20 l16,34`, "#8a5424", 5, { opacity: 0.6 }))])],
    poke: () => sections([() => rice(190, ["#fffaf0", "#f0e6d2"]), salmon, avocado, () => shreds("#e8863a"), () => peas("#7fa83e"), () => shreds("#8a3a7a")]).concat([crumbs(s, 0, 0, 180, ["#fff3d4", "#2a2024"], 90, [2, 4])]),
    nicoise: () => [leaves(26, 175, ["#7fa04a", "#5f8a3c"]), many(26, () => put(s, s.line("M-44,0 Q0,-12 46,2", s.random.pick(["#4f8238", "#6fa04a"]), 10), ...inside(s, 150), { turn: r.between(0, 180) })), spread(8, 160, () => halfTomato(s, 32)), tuna(), spread(5, 130, egg), spread(11, 170, () => olive()), spread(5, 160, () => [s.ellipse(2, 4, 32, 28, "#140c08", { opacity: 0.4 }), s.ellipse(0, 0, 32, 28, s.radial(-8, -8, 40, [[0, "#fbe9b0"], [1, "#d4ac5c"]]))])],
    buddha: () => sections([() => shreds("#b8325a"), () => peas("#d9a85c"), avocado, () => leaves(12, 60, ["#4f7a3c", "#6d9a4a"]), () => rice(180, ["#c98a5c", "#8a4a34", "#e9c9a0"]), () => spread(5, 62, () => halfTomato(s, 30)), () => spread(6, 60, cucumber)]).concat([put(s, egg(), 0, 0, { k: 1.3 }), crumbs(s, 0, 0, 190, ["#fff3d4", "#f0dfae"], 70, [2, 4])]),
  }[kind];
  return setting(s, () => [dish(s, 290, { deep: 0.6, well: 0.84 }), s.group(body(), { transform: "scale(1.2)" }), crumbs(s, 0, 0, 190, ["#2a2024"], 26, [1, 2.4])], { offset: 6, cutlery: s.index % 2 ? "both" : "fork", k: 1.14 });
}

export function soup(s) {
  const r = s.random;
  const kind = cycle(s, ["pumpkin", "ramen", "tomato", "pea", "borscht"]);
  const tint = { pumpkin: "#e08a2a", ramen: "#c98a4a", tomato: "#cf4a26", pea: "#8fae48", borscht: "#9c1f3f" }[kind];
  const swirl = (colour) => [s.line("M-120,20 C-110,-90 60,-130 110,-30 C140,60 10,120 -50,60 C-90,20 -30,-50 30,-20 C60,0 40,34 10,30", colour, 17, { opacity: 0.9, filter: waver(s, 8, 0.02) }), s.line("M-120,20 C-110,-90 60,-130 110,-30 C140,60 10,120 -50,60", "#ffffff", 4, { opacity: 0.6 })];
  const noodles = () => many(60, (i) => { const y = -120 + i * 3.4; return s.line(`M${f(-150 + r.between(-10, 20))},${f(y + 40)} C-60,${f(y + r.between(-10, 40))} 40,${f(y + r.between(-30, 30))} ${f(r.between(60, 120))},${f(y + 30)}`, mix("#f2d592", "#d9a650", r()), 7, { opacity: 0.95 }); });
  const egg = (x, y) => put(s, [s.soft(4, 8, 50, 42, "#2a1408", 0.5, 6), s.ellipse(0, 0, 52, 44, "#fffaf0"), s.ellipse(0, 0, 50, 42, s.radial(-10, -12, 60, [[0, "#ffffff"], [1, "#e0d0ba"]])), s.ellipse(4, 4, 26, 24, s.radial(-2, -2, 30, [[0, "#ffb83c"], [1, "#d9701a"]])), s.ellipse(-4, -5, 7, 4, "#ffffff", { opacity: 0.7 })], x, y, { turn: r.between(0, 90) });
  const pork = (x, y, a) => put(s, [s.soft(5, 9, 62, 58, "#2a1408", 0.5, 7), s.path(blob(s, 0, 0, 64, 58, { rough: 0.08 }), s.radial(-14, -14, 80, [[0, "#f2c4a0"], [0.7, "#d49a72"], [1, "#8a5030"]])), s.line("M-34,8 C-20,-34 30,-30 34,4 C30,24 0,24 -4,6", "#fbe9d6", 9, { opacity: 0.8 })], x, y, { turn: a });
  const greens = (n, reach = 150) => many(n, () => put(s, [s.ellipse(0, 0, 9, 9, "none", { stroke: r.pick(["#6d9a3c", "#a9c46c", "#4f7a34"]), strokeWidth: 4 })], ...inside(s, reach), { ky: r.between(0.6, 1) }));
  const body = {
    pumpkin: () => [swirl("#fff3dc"), many(26, () => put(s, [s.soft(2, 4, 12, 7, "#3a1808", 0.5, 3), s.path("M-14,0 C-8,-9 8,-9 15,0 C8,8 -8,8 -14,0Z", s.linear(-14, -8, 14, 8, [[0, "#8aa05a"], [1, "#3d5a2c"]]))], ...inside(s, 110), { turn: r.between(0, 180) })), put(s, basil(s, 1.1), 20, -30)],
    ramen: () => [crumbs(s, 0, 0, 200, ["#f0b45c", "#e0993c"], 40, [5, 13]), noodles(), egg(96, -40), egg(60, 70), pork(-70, -96, 20), pork(-110, -20, 80), s.group(many(4, (i) => put(s, [s.rect(-70, -40, 120, 110, "#0f1a16", { opacity: 0.9, rx: 4 }), s.rect(-66, -36, 112, 100, "#000", { filter: noise(s, "#4f7a5c", { x: 0.05, strength: 3, cut: 1.5 }) })], 150, 150, { turn: 20 + i * 8 })).slice(0, 1)), greens(40, 120), put(s, [s.ellipse(0, 0, 34, 32, "#fffaf4"), s.line("M-14,0 C-14,-18 14,-18 14,0 C12,12 -6,10 -4,0", "#e2527a", 6)], -40, 110)],
    tomato: () => [swirl("#fbe9d2"), many(7, () => put(s, [s.rect(-12, -10, 30, 30, "#3a0e06", { rx: 5, opacity: 0.4, filter: s.blur(4) }), s.rect(-16, -16, 32, 32, "#d9a04c", { rx: 6, filter: relief(s, { frequency: 0.1, height: 2.5 }) })], ...inside(s, 100), { turn: r.between(0, 90) })), put(s, basil(s, 1.5), -10, 10)],
    pea: () => [swirl("#fdf8e6"), many(22, () => put(s, [s.ellipse(2, 4, 12, 11, "#1a240c", { opacity: 0.4 }), s.ellipse(0, 0, 12, 12, s.radial(-4, -4, 15, [[0, "#d4e68c"], [1, "#5f8a2e"]]))], ...inside(s, 100))), many(5, (i) => put(s, [s.path("M-70,-10 C-30,-22 30,4 74,-8 L70,10 C30,20 -30,-4 -68,12Z", s.linear(-70, -10, 70, 10, [[0, "#e29a86"], [0.5, "#b84a3c"], [1, "#e2a48e"]]))], ...inside(s, 60), { turn: i * 50, k: 0.8 }))],
    borscht: () => [many(40, () => put(s, s.rect(-20, -5, 40, 10, r.pick(["#7a1432", "#b8325a", "#d9707a"]), { rx: 4 }), ...inside(s, 160), { turn: r.between(0, 180) })), s.path(blob(s, 8, 10, 74, 60), "#3a0818", { opacity: 0.45, filter: s.blur(8) }), s.path(blob(s, 0, 0, 74, 60), s.radial(-20, -24, 100, [[0, "#ffffff"], [1, "#e9d9d2"]])), put(s, sprig(s, "#54843c"), -70, 30, { turn: -20, k: 0.8 })],
  }[kind];
  return setting(s, () => [dish(s, 322, { well: 0.95 }), dish(s, 262, { glaze: kind === "ramen" ? ["#26282e", "plain", ""] : undefined, deep: 1, well: 0.92 }), s.ellipse(0, 0, 224, 224, s.radial(-50, -60, 300, [[0, lighter(tint, 0.22)], [0.6, tint], [1, darker(tint, 0.4)]]), { filter: relief(s, { frequency: 0.01, octaves: 2, height: 0.8 }) }), s.group(body(), { clipPath: s.clip("M-224,0 A224,224 0 0 1 224,0 A224,224 0 0 1 -224,0Z") }), greens(14), crumbs(s, 0, 0, 150, ["#1f1610"], 30, [1.4, 2.6]), soft(s, s.line("M-190,-90 A212,212 0 0 1 -70,-200", "#ffffff", 12), 5, { opacity: 0.5 }), steam(s, 10, 40, 1.1, 0.22)], { offset: 9, cutlery: "spoon" });
}
