// Small bites: sushi on boards, tapas on a full table, burgers seen from the chair.
import { blob, bokeh, chance, leafShadow, steam, sunlight, } from "./kit.mjs";
import { basil, board, chopsticks, crumbs, cycle, darker, dish, f, fork, glassAbove, leaf, lighter, many, mix, napkin, noise, pinch, put, relief, soft, sprig, table, tomato } from "./tableware.mjs";

const shade = (s, d, x = 5, y = 9, b = 6, o = 0.5) => s.path(d, "#120a0a", { opacity: o, filter: s.blur(b), transform: `translate(${x} ${y})` });
const grains = (s, d, box, count = 70) => s.group(many(count, () => { const [x, y] = [box[0] + s.random() * box[2], box[1] + s.random() * box[3]]; return s.ellipse(x, y, 6, 2.8, s.random.pick(["#ffffff", "#f1e9da", "#e2d6c2"]), { transform: `rotate(${f(s.random.between(0, 180))} ${f(x)} ${f(y)})` }); }), { clipPath: s.clip(d) });

function nigiri(s, fish) {
  const rice = "M-62,-22 Q-62,-38 -44,-38 H44 Q62,-38 62,-22 V22 Q62,38 44,38 H-44 Q-62,38 -62,22Z";
  const top = "M-76,-20 C-70,-42 60,-44 76,-24 C82,-4 80,12 72,26 C40,36 -46,38 -74,24 C-82,8 -82,-8 -76,-20Z";
  const kinds = { salmon: ["#f4895a", "#ffd9c2"], tuna: ["#b8283c", "#e27a80"], yellowtail: ["#f2d9c4", "#e0a08a"], tamago: ["#f2c64a", "#e0a02c"], prawn: ["#f7c4a4", "#e2623c"], eel: ["#7a3a1c", "#c98a4a"] };
  const [a, b] = kinds[fish];
  return [shade(s, top, 8, 16, 9, 0.55), s.path(rice, "#f4ecdf"), grains(s, rice, [-62, -38, 124, 76]), shade(s, top, 2, 5, 3, 0.35), s.path(top, s.linear(-60, -40, 60, 36, [[0, lighter(a, 0.4)], [0.5, a], [1, darker(a, 0.3)]])), s.group(many(7, (i) => s.line(`M${-70 + i * 24},-44 q14,38 -6,84`, b, 5, { opacity: fish === "tamago" ? 0 : 0.75 })), { clipPath: s.clip(top) }), fish === "tamago" || fish === "eel" ? s.rect(-10, -42, 22, 84, "#1d2a22", { rx: 3 }) : "", soft(s, s.line("M-60,-24 C-20,-34 30,-34 60,-26", "#ffffff", 6), 2.5, { opacity: 0.75 })];
}
function maki(s, core) {
  const fillings = { salmon: ["#f08a5c"], tuna: ["#b8283c"], avocado: ["#9fbf52"], mixed: ["#f08a5c", "#9fbf52", "#f2c64a"], cucumber: ["#8fbf5c"] };
  const c = fillings[core];
  const disc = "M-40,0 A40,40 0 0 1 40,0 A40,40 0 0 1 -40,0Z";
  return [s.soft(7, 12, 42, 42, "#100808", 0.55, 7), s.ellipse(3, 6, 41, 41, "#0c1310"), s.ellipse(0, 0, 41, 41, "#1f2f28"), s.ellipse(0, 0, 36, 36, "#f3ebde"), s.group(grains(s, disc, [-40, -40, 80, 80], 60), { transform: "scale(0.9)" }), c.map((k, i) => { const a = (i / c.length) * 6.283; const q = c.length > 1 ? 9 : 0; return s.ellipse(Math.cos(a) * q, Math.sin(a) * q, c.length > 1 ? 10 : 15, c.length > 1 ? 10 : 14, s.radial(-4, -5, 20, [[0, lighter(k, 0.35)], [1, darker(k, 0.15)]])); }), s.line("M-30,-20 A36,36 0 0 1 0,-37", "#6d8a78", 3, { opacity: 0.8 })];
}
const roe = (s) => [s.soft(6, 12, 40, 36, "#100808", 0.5, 7), s.ellipse(0, 4, 42, 36, "#18261f"), s.ellipse(0, 0, 40, 33, "#22352b"), many(30, (i) => { const [a, d] = [i * 2.4, Math.sqrt(i / 30) * 30]; const [x, y] = [Math.cos(a) * d, Math.sin(a) * d * 0.82 - 3]; return [s.ellipse(x, y, 6.4, 6.4, s.radial(x - 2, y - 2, 8, [[0, "#ffc27a"], [0.6, "#ee6a2a"], [1, "#a83414"]])), s.ellipse(x - 2, y - 2.4, 1.7, 1.3, "#ffffff", { opacity: 0.9 })]; })];
const ginger = (s) => many(6, (i) => put(s, [s.path("M-26,0 C-20,-26 24,-28 28,-4 C18,-14 -6,-8 -26,0Z", s.linear(-20, -20, 24, 0, [[0, "#ffe4dc"], [1, "#eda59a"]]))], 0, 0, { turn: i * 62 }));

export function sushi(s) {
  const r = s.random;
  const layout = cycle(s, ["board", "round", "boat", "rows", "slate"]);
  const fish = ["salmon", "tuna", "yellowtail", "tamago", "prawn", "eel"];
  const bits = ["mixed", "salmon", "avocado", "tuna", "cucumber"];
  const plank = (w, h, c) => board(s, w, h, c, { handle: false, round: 10 });
  const row = (n, y, draw, step, x0 = -((n - 1) * step) / 2) => many(n, (i) => put(s, draw(i), x0 + i * step, y + r.between(-4, 4), { turn: r.between(-5, 5) }));
  const bodies = {
    board: () => [plank(660, 400, "#c08a52"), row(4, -110, (i) => put(s, nigiri(s, fish[i]), 0, 0, { turn: 90 }), 120, -230), row(3, 100, () => maki(s, "mixed"), 92, -230), row(3, 10, () => maki(s, "salmon"), 92, -230), row(2, 70, () => roe(s), 96, 90), put(s, ginger(s), 260, -120), put(s, [s.path(blob(s, 0, 0, 26, 22), "#8fae4a", { filter: relief(s, { frequency: 0.1, height: 4 }) })], 260, -40)],
    round: () => [dish(s, 330, { glaze: ["#26323c", "speck", "#7f93a0"], well: 0.8 }), many(8, (i) => put(s, nigiri(s, fish[i % 6]), Math.cos(i * 0.785) * 190, Math.sin(i * 0.785) * 190, { turn: i * 45, k: 0.98 })), many(5, (i) => put(s, maki(s, bits[i]), Math.cos(i * 1.257) * 66, Math.sin(i * 1.257) * 66)), put(s, leaf(s, "#4f7a3c", 80, 30), 30, 200, { turn: -20 })],
    boat: () => [dish(s, 300, { glaze: ["#f4eee2", "tile", "#1d4f7c"] }), many(10, (i) => put(s, maki(s, bits[i % 3]), Math.cos(i * 0.628) * 170, Math.sin(i * 0.628) * 170, { k: 1.1 })), many(5, (i) => put(s, roe(s), Math.cos(i * 1.257 + 0.3) * 74, Math.sin(i * 1.257 + 0.3) * 74, { k: 0.95 })), put(s, ginger(s), 0, 0, { k: 0.9 })],
    rows: () => [plank(300, 640, "#3a2a24"), many(6, (i) => put(s, nigiri(s, fish[(i * 5 + 1) % 6]), -56, -250 + i * 100, { turn: r.between(-4, 4), k: 1.05 })), many(6, (i) => put(s, maki(s, bits[(i * 2) % 5]), 92, -250 + i * 100))],
    slate: () => [plank(620, 460, "#343a40"), many(4, (i) => many(3, (j) => put(s, maki(s, bits[(i + j) % 5]), -230 + i * 88, -130 + j * 88))), many(3, (i) => put(s, nigiri(s, fish[i * 2]), 200, -130 + i * 110, { turn: -12 })), put(s, nigiri(s, "salmon"), -150, 155, { turn: 4 }), put(s, nigiri(s, "tuna"), 10, 160, { turn: -4 })],
  };
  const side = s.index % 2 ? 1 : -1;
  return [table(s, 2, 3), put(s, bodies[layout](), 400 - side * 40, 420, { turn: { board: -9, rows: 12, slate: 7 }[layout] ?? 0, k: 1.08 }), put(s, chopsticks(s, r.pick(["#7a2f26", "#2a2226", "#b98a4a"])), layout === "rows" ? 640 : 400 + side * 300, layout === "rows" ? 420 : 470, { turn: r.between(10, 34) * side, k: 1.25 }), put(s, pinch(s, 78, "#2a120c", ["#f4eee2", "band", "#1d4f7c"]), layout === "rows" ? 140 : 400 + side * 270, 130), chance(s, 0.5) ? put(s, sprig(s, "#6d8f4a"), 40, 760, { turn: -40 }) : "", s.index % 2 ? leafShadow(s, 0.25) : sunlight(s, "#fff1cf", { opacity: 0.35, x: 0.1 })];
}

const tapa = {
  olives: (s) => many(24, (i) => { const [a, d] = [i * 2.4, Math.sqrt(i / 24) * 92]; return put(s, [s.soft(3, 6, 20, 16, "#120a08", 0.5, 4), s.ellipse(0, 0, 22, 18, s.radial(-6, -7, 25, [[0, "#d4de8c"], [0.5, i % 4 ? "#8a9a3c" : "#5a3a4a"], [1, "#3d4a18"]])), s.ellipse(12, 4, 5, 5, "#b8331e"), s.ellipse(-7, -8, 5, 3, "#ffffff", { opacity: 0.8 })], Math.cos(a) * d, Math.sin(a) * d, { turn: i * 50 }); }),
  bravas: (s) => [many(20, (i) => { const [a, d] = [i * 2.4, Math.sqrt(i / 20) * 90]; return put(s, [s.rect(-20, -16, 46, 44, "#1a0c08", { rx: 8, opacity: 0.4, filter: s.blur(5) }), s.rect(-24, -22, 48, 44, "#e0a548", { rx: 9, filter: relief(s, { frequency: 0.06, height: 3 }) })], Math.cos(a) * d, Math.sin(a) * d, { turn: i * 71 }); }), s.path(blob(s, 0, 0, 74, 60, { rough: 0.3 }), s.radial(-20, -20, 90, [[0, "#e8623c"], [1, "#a82a18"]]), { opacity: 0.95 }), s.line("M-80,10 C-30,-60 10,50 40,-20 C60,-50 70,30 86,10", "#fff4dc", 10)],
  jamon: (s) => many(7, (i) => put(s, [s.path("M-60,-20 C-20,-44 40,-34 64,-12 C52,14 10,34 -44,26 C-64,10 -66,-8 -60,-20Z", "#1a0808", { opacity: 0.45, filter: s.blur(5), transform: "translate(4 8)" }), s.path("M-60,-20 C-20,-44 40,-34 64,-12 C52,14 10,34 -44,26 C-64,10 -66,-8 -60,-20Z", s.linear(-60, -30, 60, 30, [[0, "#d9685c"], [0.5, "#a8322f"], [1, "#7a1f24"]])), s.line("M-56,-16 C-10,-40 40,-30 60,-12", "#f6dcc4", 8), s.line("M-40,8 C0,-8 30,-2 46,2", "#efb8a4", 4, { opacity: 0.7 })], Math.cos(i * 0.9) * 58, Math.sin(i * 0.9) * 58, { turn: i * 51 })),
  gambas: (s) => [s.ellipse(0, 0, 118, 118, s.radial(-20, -20, 130, [[0, "#e8a03c"], [1, "#a8501c"]])), many(9, (i) => put(s, [s.path("M-34,10 C-36,-34 30,-38 36,4 C36,16 22,18 18,8 C12,-8 -10,-10 -14,12 C-18,22 -34,20 -34,10Z", "#2a0e08", { opacity: 0.45, filter: s.blur(4), transform: "translate(3 6)" }), s.path("M-34,10 C-36,-34 30,-38 36,4 C36,16 22,18 18,8 C12,-8 -10,-10 -14,12 C-18,22 -34,20 -34,10Z", s.linear(-30, -30, 30, 16, [[0, "#ffcfae"], [0.5, "#f0845a"], [1, "#c44628"]])), s.line("M-16,-22 l6,16 M6,-24 l0,16 M24,-14 l-8,14", "#b8401f", 3, { opacity: 0.6 })], Math.cos(i * 2.4) * (20 + i * 8), Math.sin(i * 2.4) * (20 + i * 8), { turn: i * 80 })), many(24, () => { const [a, d] = [s.random() * 6.3, s.random() * 96]; return put(s, leaf(s, "#4f7a34", 14, 5), Math.cos(a) * d, Math.sin(a) * d, { turn: a * 90 }); })],
  tortilla: (s) => many(6, (i) => put(s, [s.path("M6,0 L100,-44 Q112,0 100,44Z", "#1a0c08", { opacity: 0.4, filter: s.blur(5), transform: "translate(4 9)" }), s.path("M6,0 L100,-44 Q112,0 100,44Z", s.radial(60, -10, 80, [[0, "#f7d873"], [0.7, "#e2ac42"], [1, "#b0742a"]]), { filter: relief(s, { frequency: 0.04, height: 2.5, seed: i + 2 }) }), s.line("M100,-44 Q112,0 100,44", "#a8692a", 6)], 0, 0, { turn: i * 60 })),
  peppers: (s) => many(13, (i) => put(s, [s.path("M-50,-6 C-40,-26 20,-24 54,0 C30,18 -36,22 -50,-6Z", "#0f160a", { opacity: 0.45, filter: s.blur(4), transform: "translate(4 7)" }), s.path("M-50,-6 C-40,-26 20,-24 54,0 C30,18 -36,22 -50,-6Z", s.down(-24, 18, [[0, "#8fae4a"], [0.4, "#4f7a2c"], [1, "#22401a"]])), s.line("M-50,-6 l-20,-8", "#7f9a3c", 5), s.line("M-30,-14 Q6,-20 34,-6", "#dcecae", 4, { opacity: 0.7 })], Math.cos(i * 2.4) * (16 + i * 5.4), Math.sin(i * 2.4) * (16 + i * 5.4), { turn: i * 57 })).concat(crumbs(s, 0, 0, 90, ["#ffffff"], 30, [1.6, 3])),
  toast: (s) => many(3, (i) => put(s, [s.rect(-50, -26, 112, 64, "#1a0c08", { rx: 24, opacity: 0.5, filter: s.blur(6) }), s.rect(-56, -32, 112, 64, "#b9783c", { rx: 26 }), s.rect(-50, -27, 100, 54, "#f0d9a8", { rx: 22, filter: relief(s, { frequency: 0.08, height: 3 }) }), s.path(blob(s, 0, 0, 42, 20, { rough: 0.25 }), "#cf4a2e", { opacity: 0.9 }), put(s, leaf(s, "#4f8a3c", 26, 9), 6, 0, { turn: -20 })], (i - 1) * 10, (i - 1) * 66, { turn: -8 + i * 7 })),
  cheese: (s) => [many(5, (i) => put(s, [s.path("M-44,26 L0,-40 L44,26Z", "#1a0c08", { opacity: 0.4, filter: s.blur(5), transform: "translate(4 8)" }), s.path("M-44,26 L0,-40 L44,26Z", s.linear(-30, -30, 30, 26, [[0, "#fff0c0"], [1, "#e0b860"]])), s.line("M-44,26 L44,26", "#8a5a2a", 6)], Math.cos(i * 1.257) * 62, Math.sin(i * 1.257) * 62, { turn: i * 72 + 90 })), many(12, (i) => put(s, [s.ellipse(0, 0, 13, 12, s.radial(-4, -5, 16, [[0, "#b48ac0"], [0.5, "#5a2a5c"], [1, "#2a1030"]])), s.ellipse(-4, -5, 3, 2, "#ffffff", { opacity: 0.8 })], Math.cos(i * 2.4) * Math.sqrt(i) * 10, Math.sin(i * 2.4) * Math.sqrt(i) * 10))],
};

export function tapas(s) {
  const r = s.random;
  const names = Object.keys(tapa);
  const pick = (i) => tapa[names[(i * 3 + s.index * 2) % names.length]](s);
  const glazes = [["#f7f2e8", "band", "#1d4f7c"], ["#c9785a", "speck", "#fbe9d2"], ["#2f6072", "plain", ""], ["#f6efe0", "tile", "#c4532f"], ["#a9b99a", "plain", ""], ["#3c4a52", "speck", "#c9bda8"]];
  const spots = cycle(s, [[[220, 230, 178], [570, 200, 160], [420, 520, 200], [110, 600, 150], [720, 500, 150], [340, 800, 120]], [[400, 400, 215], [120, 200, 150], [690, 190, 160], [130, 650, 160], [690, 650, 170]], [[250, 290, 190], [600, 380, 190], [300, 660, 180], [650, 730, 150], [620, 60, 130], [0, 480, 110]]]);
  const gap = (i) => (i + s.index) % glazes.length;
  return [table(s, 1, 3), put(s, napkin(s, "#f2e9da", r.pick(["#c4532f", "#1d4f7c"])), r.between(300, 700), r.between(60, 740), { turn: r.between(-40, 40), k: 1.2 }), spots.map(([x, y, q], i) => put(s, [dish(s, 142, { glaze: glazes[gap(i)], deep: 0.4, well: 0.85 }), pick(i)], x, y, { turn: r.between(0, 90), k: q / 140 })), put(s, glassAbove(s, 70, r.pick(["#8a1f2c", "#e3c766", "#d98a5a"])), 400 + (s.index % 2 ? -1 : 1) * 30, s.index % 3 === 1 ? 90 : 350, {}), put(s, fork(s, "gold"), 770, 330, { turn: 20 }), s.index % 2 ? sunlight(s, "#fff1cf", { opacity: 0.4, x: 0.2 }) : leafShadow(s, 0.3)];
}

/** A table seen from the chair before a blurred room. */
export function counter(s, { wall, top = "#7a4a2c", horizon = 520, lights = ["#ffd98c", "#ffb46a"] }) {
  const [w, h] = [s.width, s.height];
  return [s.rect(0, 0, w, horizon + 20, s.linear(0, 0, w, horizon, [[0, lighter(wall, 0.2)], [0.5, wall], [1, darker(wall, 0.5)]])), soft(s, many(5, (i) => s.rect(i * w * 0.24 - 60, s.random.between(40, 240), w * 0.12, horizon, mix(wall, s.random.pick(["#1b1020", "#e9c89a", "#5c7a5a"]), 0.45))), 26, { opacity: 0.8 }), bokeh(s, 18, lights, { y: [0.02, horizon / h - 0.1], size: [14, 48] }), s.rect(0, horizon, w, h - horizon, s.down(horizon, h, [[0, lighter(top, 0.25)], [0.3, top], [1, darker(top, 0.5)]])), s.rect(0, horizon, w, h - horizon, "#000", { filter: noise(s, darker(top, 0.7), { x: 0.004, y: 0.09, strength: 2.6, cut: 1.1 }), opacity: 0.7 }), s.rect(0, horizon - 3, w, 9, lighter(top, 0.5), { opacity: 0.6, filter: s.blur(2) }), s.glow(w * 0.25, horizon * 0.35, w * 0.5, "#ffe9c0", 0.3)];
}

export function burger(s) {
  const r = s.random;
  const kind = cycle(s, ["classic", "double", "chicken", "veggie", "blue"]);
  const bun = { classic: "#d08a3c", double: "#b9702c", chicken: "#e0a552", veggie: "#c98a44", blue: "#3a2a2c" }[kind];
  const patty = { classic: "#5c2f1c", double: "#53281a", chicken: "#d9983c", veggie: "#8a5a34", blue: "#5a2c1c" }[kind];
  const width = 210;
  const layers = [];
  let y = 600;
  const lay = (tall, draw) => { y -= tall; layers.push(draw(y)); };
  const slab = (tall, colour, height, wide = width) => lay(tall, (t) => [s.rect(400 - wide, t, wide * 2, tall + 8, colour, { rx: tall * 0.48, filter: relief(s, { frequency: 0.06, height, seed: 4 }) }), s.rect(400 - wide, t, wide * 2, tall + 8, s.linear(400 - wide, 0, 400 + wide, 0, [[0, "#000000", 0.1], [0.3, "#ffffff", 0.12], [0.65, "#000000", 0], [1, "#120508", 0.55]]), { rx: tall * 0.48 }), s.rect(400 - wide + 10, t + tall - 2, wide * 2 - 20, 10, "#120508", { opacity: 0.45, filter: s.blur(4) })]);
  const lettuce = () => lay(22, (t) => [s.path(`M${400 - width - 26},${t + 14} ${many(13, (i) => `q${17},${i % 2 ? -16 : -8} ${35},${i % 2 ? 6 : -6}`).join(" ")} L${400 + width + 20},${t + 26} ${many(13, (i) => `q-17,${i % 2 ? 26 : 14} -35,${i % 2 ? -3 : 3}`).join(" ")}Z`, s.down(t, t + 40, [[0, "#b4d46a"], [0.5, "#6fa03c"], [1, "#3d6a26"]])), s.line(`M${400 - width},${t + 14} q100,14 200,2 t220,6`, "#dcecae", 3, { opacity: 0.6 })]);
  const cheese = (c = "#f4b53a") => lay(9, (t) => s.path(`M${400 - width - 6},${t} L${400 + width + 6},${t} L${400 + width - 30},${t + 14} L${400 + 120},${t + 58} L${400 + 40},${t + 15} L${400 - 60},${t + 14} L${400 - 130},${t + 66} L${400 - 186},${t + 14}Z`, s.linear(200, t, 600, t + 50, [[0, lighter(c, 0.35)], [0.5, c], [1, darker(c, 0.3)]])));
  const tomatoes = () => lay(22, (t) => [[-120, 0], [60, 3], [128, -2]].map(([x, o]) => [s.rect(400 + x - 96, t + o, 192, 25, s.down(t, t + 26, [[0, "#f0735a"], [0.5, "#d23a2c"], [1, "#8a1c18"]]), { rx: 12 }), s.rect(400 + x - 80, t + o + 4, 120, 4, "#ffd0bc", { rx: 2, opacity: 0.7 })]));
  const onion = () => lay(12, (t) => many(6, (i) => s.rect(400 - 190 + i * 62, t + (i % 2) * 3, 86, 13, s.down(t, t + 13, [[0, "#f3dcea"], [1, "#a85a94"]]), { rx: 7 })));
  const drip = (c) => lay(6, (t) => s.path(`M${400 - width + 6},${t} H${400 + width - 6} C${400 + width},${t + 16} ${400 + 170},${t + 12} ${400 + 160},${t + 40} C${400 + 150},${t + 60} ${400 + 136},${t + 20} ${400 + 90},${t + 16} C${400 + 20},${t + 10} ${400 - 10},${t + 54} ${400 - 30},${t + 30} C${400 - 50},${t + 8} ${400 - 120},${t + 24} ${400 - width + 6},${t + 14}Z`, s.down(t, t + 50, [[0, lighter(c, 0.3)], [1, c]])));
  slab(54, bun, 2);
  lettuce();
  if (kind !== "chicken") onion();
  slab(kind === "chicken" ? 66 : 56, patty, kind === "chicken" ? 9 : 7, width + 6);
  cheese(kind === "blue" ? "#f0ead8" : "#f4b53a");
  if (kind === "double") { slab(54, patty, 7, width + 4); cheese("#f0a02c"); }
  tomatoes();
  if (kind === "veggie") lay(20, (t) => many(8, (i) => s.ellipse(230 + i * 48, t + 12, 34, 13, s.down(t, t + 24, [[0, "#dbe8a0"], [1, "#7f9a3c"]]))));
  drip(kind === "chicken" ? "#e9c46a" : kind === "blue" ? "#7a2a2f" : "#f2d9a8");
  lettuce();
  const top = y + 12;
  const dome = `M${400 - width - 4},${top} C${400 - width - 16},${top - 150} ${400 - 110},${top - 186} 400,${top - 188} C${400 + 110},${top - 186} ${400 + width + 16},${top - 150} ${400 + width + 4},${top} Q${400 + width},${top + 16} ${400 + width - 22},${top + 16} H${400 - width + 22} Q${400 - width},${top + 16} ${400 - width - 4},${top}Z`;
  const fries = () => s.group([many(22, (i) => put(s, s.rect(-9, -r.between(110, 170), 18, 170, s.linear(-9, 0, 9, 0, [[0, "#ffe39a"], [0.5, "#f0b848"], [1, "#a8701e"]]), { rx: 3 }), (i - 11) * 7.4, 0, { turn: (i - 11) * 1.8 + r.between(-4, 4) })), s.path("M-92,-70 L92,-70 L70,70 L-70,70Z", s.linear(-92, 0, 92, 0, [[0, "#e8553c"], [0.4, "#c4321f"], [1, "#6d1812"]])), s.path("M-80,-20 L80,-20 L78,-4 L-78,-4Z", "#fbf1df")]);
  const side = s.index % 2 ? 1 : -1;
  return [
    counter(s, { wall: cycle(s, ["#4a2f3a", "#2f4a52", "#b5623a", "#52603c", "#26304a"]), top: cycle(s, ["#8a5a38", "#4c3a34", "#c99a66", "#3b4046", "#7a4a2c"]), horizon: 560 }),
    put(s, [s.soft(0, 66, 110, 20, "#120508", 0.6, 10), fries()], 400 + side * 290, 540, { k: 1.15, turn: side * 4, more: { filter: s.blur(2.2) } }),
    s.soft(420, 664, 330, 34, "#0e0507", 0.7, 16), s.path("M110,606 L690,606 L724,660 Q724,676 700,676 H100 Q76,676 76,660Z", s.down(600, 676, [[0, "#c08a52"], [0.72, "#a8723e"], [0.74, "#7a4a26"], [1, "#4a2a16"]])), s.path("M110,606 L690,606 L724,660 H76Z", "#000", { filter: noise(s, "#4a2612", { x: 0.006, y: 0.1, strength: 3, cut: 1.3 }), opacity: 0.7 }), s.soft(410, 616, 240, 14, "#120508", 0.75, 8),
    layers, s.path(dome, bun, { filter: relief(s, { frequency: 0.02, octaves: 2, height: 1.4 }) }), s.path(dome, s.radial(310, top - 150, 330, [[0, "#fff1cf", 0.65], [0.35, "#fff1cf", 0.12], [0.6, "#3a1208", 0.1], [1, "#1f0808", 0.7]])), soft(s, s.path(`M270,${top - 128} C310,${top - 168} 400,${top - 176} 440,${top - 166} C380,${top - 158} 320,${top - 140} 270,${top - 128}Z`, "#ffffff"), 7, { opacity: 0.7 }),
    many(kind === "chicken" ? 0 : 46, () => { const [a, d] = [r() * 3.14 + 3.14, Math.sqrt(r())]; const [x, yy] = [400 + Math.cos(a) * d * width * 0.86, top - 30 + Math.sin(a) * d * 140]; return put(s, [s.ellipse(1.5, 2.5, 8, 4.4, "#3a1808", { opacity: 0.6 }), s.ellipse(0, 0, 8, 4.4, "#fbe9c4"), s.ellipse(-2, -1.4, 3, 1.4, "#ffffff")], x, yy, { turn: (x - 400) * 0.2 }); }),
    s.line(`M400,${top - 186} V${top - 262}`, "#d9b06a", 6), put(s, [s.ellipse(0, 0, 26, 19, s.radial(-7, -7, 30, [[0, "#cfd88a"], [0.6, "#7f8f37"], [1, "#3d4a18"]])), s.ellipse(-8, -7, 6, 4, "#ffffff", { opacity: 0.8 })], 400, top - 206), steam(s, 470, top - 60, 1, 0.14),
    put(s, tomato(s, 38), 400 - side * 300, 640), put(s, tomato(s, 32, "#d9482e"), 400 - side * 226, 668), soft(s, put(s, basil(s, 1.4), 400 + side * 250, 720), 1),
  ];
}
