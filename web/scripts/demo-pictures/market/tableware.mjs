// Plates, cutlery, cloths and small things around a dish, seen from above.
import { cycle, darker, f, leaf, lighter, many, mix, noise, put, relief, soft, tabletop } from "./kit.mjs";

const tables = [["wood", "#8a5a38"], ["marble", "#ece7e2"], ["linen", "#d9cdb8"], ["slate", "#3b4046"], ["tile", "#2f6b86"], ["wood", "#c99a66"], ["plaster", "#c9694a"], ["linen", "#7f97a3"], ["terrazzo", "#e8dfd2"], ["wood", "#4c342a"], ["plaster", "#e2b45e"], ["slate", "#596a5c"], ["tile", "#d8c3a0"], ["linen", "#b8574a"]];

export const table = (s, offset = 0, step = 5) => tabletop(s, ...cycle(s, tables, step, offset));

const glazes = [["#f7f2e8", "band", "#1d4f7c"], ["#3c4a52", "speck", "#c9bda8"], ["#f4eee2", "speck", "#7a6a58"], ["#2f6072", "plain", "#e8d6b0"], ["#fbf8f2", "plain", "#ffffff"], ["#c9785a", "speck", "#fbe9d2"], ["#a9b99a", "plain", "#f4eedd"], ["#f6efe0", "tile", "#c4532f"], ["#e9d4b8", "band", "#7a4a2c"]];

/** A plate of radius r around the origin; `deep` makes it a bowl. */
export function dish(s, r, { glaze = cycle(s, glazes, 4, 1), deep = 0, well = 0.72 } = {}) {
  const [c, pattern, ink] = glaze;
  const light = (a, b) => s.linear(-r, -r, r * 0.8, r, [[0, a], [1, b]]);
  const marks = {
    plain: () => "",
    band: () => [s.ellipse(0, 0, r * 0.95, r * 0.95, "none", { stroke: ink, strokeWidth: r * 0.035, opacity: 0.9 }), s.ellipse(0, 0, r * 0.88, r * 0.88, "none", { stroke: ink, strokeWidth: r * 0.009, opacity: 0.8 })],
    speck: () => s.ellipse(0, 0, r, r, "#000", { filter: noise(s, ink, { x: 0.16, octaves: 2, strength: 7, cut: 4.5 }), opacity: 0.8 }),
    tile: () => many(24, (i) => put(s, [s.path("M0,-16 C9,-6 9,6 0,16 C-9,6 -9,-6 0,-16Z", i % 2 ? ink : "#1d4f7c")], Math.cos((i / 24) * 6.283) * r * 0.87, Math.sin((i / 24) * 6.283) * r * 0.87, { turn: (i / 24) * 360, k: r / 330 })),
  };
  return [
    s.soft(r * 0.09, r * 0.13, r * 1.02, r * 1.02, "#170a0c", 0.6, r * 0.07), s.soft(r * 0.02, r * 0.04, r, r, "#170a0c", 0.55, r * 0.02),
    s.ellipse(0, 0, r, r, light(lighter(c, 0.45), darker(c, 0.3))), marks[pattern](),
    s.ellipse(0, 0, r * well * 1.03, r * well * 1.03, light(darker(c, 0.35), lighter(c, 0.5))), s.ellipse(0, 0, r * well, r * well, s.radial(r * 0.15, r * 0.2, r * well * 1.3, [[0, lighter(c, 0.15)], [0.7, deep ? darker(c, 0.15) : c], [1, darker(c, 0.22 + deep * 0.4)]])),
    s.line(`M${f(-r * 0.92)},${f(-r * 0.34)} A${f(r * 0.98)},${f(r * 0.98)} 0 0 1 ${f(-r * 0.1)},${f(-r * 0.975)}`, "#ffffff", r * 0.014, { opacity: 0.75, filter: s.blur(1.2) }),
  ];
}

const steel = (s, w) => s.linear(-w, 0, w, 0, [[0, "#f7f4ee"], [0.35, "#c9c6c2"], [0.6, "#8f8d8e"], [1, "#e6e2da"]]);
const gold = (s, w) => s.linear(-w, 0, w, 0, [[0, "#ffeab8"], [0.4, "#d9ac5c"], [0.7, "#8f6426"], [1, "#f0cd86"]]);
const under = (s, d) => s.path(d, "#1a0c10", { opacity: 0.5, filter: s.blur(5), transform: "translate(7 10)" });

export function fork(s, metal = "steel") {
  const d = "M-16,-150 L-16,-78 C-16,-56 -6,-52 -5,-36 L-7,150 C-7,160 7,160 7,150 L5,-36 C6,-52 16,-56 16,-78 L16,-150 L11,-150 L11,-92 L7,-92 L7,-150 L2,-150 L2,-92 L-2,-92 L-2,-150 L-7,-150 L-7,-92 L-11,-92 L-11,-150Z";
  return [under(s, d), s.path(d, (metal === "gold" ? gold : steel)(s, 16))];
}
export function knife(s, metal = "steel") {
  const d = "M-9,-150 C10,-140 14,-60 12,10 L6,14 L8,150 C8,160 -8,160 -8,150 L-9,14Z";
  return [under(s, d), s.path(d, (metal === "gold" ? gold : steel)(s, 14)), s.line("M-6,-140 L-6,10", "#ffffff", 2, { opacity: 0.8 })];
}
export function spoon(s, metal = "steel") {
  const d = "M0,-150 C26,-150 30,-104 18,-78 C10,-64 6,-56 5,-36 L8,150 C8,160 -8,160 -8,150 L-5,-36 C-6,-56 -10,-64 -18,-78 C-30,-104 -26,-150 0,-150Z";
  return [under(s, d), s.path(d, (metal === "gold" ? gold : steel)(s, 22)), s.ellipse(0, -108, 15, 30, s.down(-140, -78, [[0, "#8d8a88"], [1, "#f6f2ea"]]), { opacity: 0.8 })];
}
export const chopsticks = (s, colour = "#7a2f26") => [-7, 9].map((x, i) => put(s, [s.line("M0,-210 L0,210", "#14080a", 10, { opacity: 0.5, filter: s.blur(5), transform: "translate(9 12)" }), s.path("M-4,-210 L4,-210 L7,210 L-7,210Z", s.linear(-6, 0, 6, 0, [[0, lighter(colour, 0.4)], [0.5, colour], [1, darker(colour, 0.5)]])), s.rect(-6.4, 130, 12.8, 10, "#d9ac5c")], x, 0, { turn: i * 4 }));

export function napkin(s, colour = "#f2e9da", stripe = "#1d4f7c") {
  const d = "M-130,-170 L120,-182 L136,164 L-122,178Z";
  return [s.path(d, "#1a0c10", { opacity: 0.5, filter: s.blur(9), transform: "translate(8 12)" }), s.path(d, s.linear(-130, -170, 130, 170, [[0, lighter(colour, 0.4)], [1, darker(colour, 0.14)]])), s.path(d, "#000", { filter: noise(s, darker(colour, 0.5), { x: 0.02, y: 0.5, octaves: 2, strength: 2, cut: 0.9 }), opacity: 0.35 }), s.group([[-104, 10], [-86, 4], [96, 10], [80, 4]].map(([x, w]) => s.rect(x, -190, w, 380, stripe, { opacity: 0.85 })), { clipPath: s.clip(d) }), s.line("M-30,-176 C-24,-60 -36,80 -24,174", darker(colour, 0.4), 6, { opacity: 0.35, filter: s.blur(4) }), s.line("M40,-178 C30,-60 54,60 44,168", "#ffffff", 8, { opacity: 0.5, filter: s.blur(5) })];
}

/** A tumbler or wine glass from above. */
export function glassAbove(s, r, drink = "#8a1f2c", wine = true) {
  return [s.soft(r * 0.5, r * 0.6, r * 1.1, r * 0.9, "#14080a", 0.45, r * 0.2), s.glow(r * 0.7, r * 0.8, r * 1.3, drink, 0.5), s.ellipse(0, 0, r, r, "#ffffff", { opacity: 0.25 }), s.ellipse(0, 0, r * 0.86, r * 0.86, s.radial(-r * 0.2, -r * 0.2, r * 1.2, [[0, lighter(drink, 0.35)], [0.5, drink], [1, darker(drink, 0.5)]])), wine ? "" : many(3, (i) => put(s, s.rect(-r * 0.26, -r * 0.26, r * 0.52, r * 0.52, "#ffffff", { rx: 8, opacity: 0.45, stroke: "#ffffff", strokeWidth: 2 }), Math.cos(i * 2.1) * r * 0.4, Math.sin(i * 2.1) * r * 0.4, { turn: i * 37 })), s.ellipse(0, 0, r, r, "none", { stroke: "#ffffff", strokeWidth: r * 0.07, opacity: 0.85 }), s.line(`M${f(-r * 0.6)},${f(-r * 0.3)} A${f(r * 0.7)},${f(r * 0.7)} 0 0 1 ${f(-r * 0.1)},${f(-r * 0.66)}`, "#ffffff", r * 0.1, { opacity: 0.8 })];
}

/** A small bowl with something smooth or grainy in it. */
export function pinch(s, r, content, glaze = ["#f4eee2", "plain", ""], grainy = false) {
  return [dish(s, r, { glaze, deep: 0.7, well: 0.84 }), s.ellipse(0, 0, r * 0.76, r * 0.76, s.radial(-r * 0.25, -r * 0.3, r * 1.1, [[0, lighter(content, 0.4)], [0.5, content], [1, darker(content, 0.4)]]), grainy ? { filter: relief(s, { frequency: 0.3, height: 4 }) } : {}), grainy ? "" : s.ellipse(-r * 0.25, -r * 0.35, r * 0.22, r * 0.1, "#ffffff", { opacity: 0.6, transform: `rotate(-30)` })];
}

export function tomato(s, r = 30, colour = "#c9302a") {
  return [s.soft(r * 0.25, r * 0.35, r, r * 0.9, "#1a0608", 0.5, r * 0.2), s.ellipse(0, 0, r, r * 0.97, s.radial(-r * 0.35, -r * 0.4, r * 1.5, [[0, lighter(colour, 0.5)], [0.35, colour], [1, darker(colour, 0.55)]])), s.ellipse(-r * 0.4, -r * 0.45, r * 0.18, r * 0.12, "#ffffff", { opacity: 0.85, transform: "rotate(-35)" }), many(5, (i) => put(s, leaf(s, "#4f7a34", r * 0.5, r * 0.1), 0, 0, { turn: i * 72 }))];
}
export function halfTomato(s, r = 30) {
  return [s.soft(r * 0.2, r * 0.3, r, r, "#1a0608", 0.45, r * 0.18), s.ellipse(0, 0, r, r, "#b3261e"), s.ellipse(0, 0, r * 0.86, r * 0.86, s.radial(-4, -4, r, [[0, "#f08a64"], [0.7, "#dd4a36"], [1, "#c4322a"]])), many(4, (i) => put(s, [s.ellipse(r * 0.45, 0, r * 0.26, r * 0.2, "#b52a20"), many(4, (j) => s.ellipse(r * (0.33 + 0.09 * j), (j % 2 ? 1 : -1) * r * 0.08, 3, 2, "#f6dc9a"))], 0, 0, { turn: i * 90 + 20 })), s.ellipse(-r * 0.3, -r * 0.4, r * 0.2, r * 0.1, "#ffffff", { opacity: 0.5 })];
}
export function citrus(s, r = 36, colour = "#f2cf45") {
  return [s.soft(r * 0.2, r * 0.3, r, r, "#1a0608", 0.45, r * 0.18), s.ellipse(0, 0, r, r, darker(colour, 0.08)), s.ellipse(0, 0, r * 0.92, r * 0.92, "#fff8dc"), many(9, (i) => s.path(`M0,${f(-r * 0.08)} L${f(-r * 0.26)},${f(-r * 0.74)} Q0,${f(-r * 0.95)} ${f(r * 0.26)},${f(-r * 0.74)}Z`, s.down(-r, 0, [[0, colour], [1, lighter(colour, 0.45)]]), { transform: `rotate(${i * 40})` })), s.ellipse(0, 0, r * 0.07, r * 0.07, "#fff8dc")];
}
export const sprig = (s, colour = "#5f8a45") => [s.line("M0,0 C60,-14 120,-6 190,-26", darker(colour, 0.3), 4), many(9, (i) => put(s, leaf(s, mix(colour, "#a9c46c", (i % 3) * 0.2), 40 - i, 10), 14 + i * 20, -4 - i * 2, { turn: i % 2 ? -52 : 46 }))];
export const basil = (s, k = 1) => [s.soft(6, 8, 40 * k, 22 * k, "#160a08", 0.4, 7), put(s, [leaf(s, "#3f7a36", 70, 26)], -30 * k, 0, { k, turn: -14 }), put(s, [leaf(s, "#5a9a48", 56, 22)], -4 * k, 6 * k, { k, turn: 48 })];
export const crumbs = (s, x, y, reach, colours, count = 40, size = [2, 6]) => many(count, () => { const [a, d, q] = [s.random() * 6.283, Math.sqrt(s.random()) * reach, s.random.between(...size)]; const [px, py] = [x + Math.cos(a) * d, y + Math.sin(a) * d]; return [s.ellipse(px + 1.5, py + 2, q, q * 0.8, "#160a08", { opacity: 0.4 }), s.ellipse(px, py, q, q * 0.8, s.random.pick(colours))]; });

/** A board of wood with a handle, around the origin. */
export function board(s, w, h, colour = "#b07a48", { round = 36, handle = true } = {}) {
  const d = `M${-w / 2 + round},${-h / 2} H${w / 2 - round} Q${w / 2},${-h / 2} ${w / 2},${-h / 2 + round} V${h / 2 - round} Q${w / 2},${h / 2} ${w / 2 - round},${h / 2} H${-w / 2 + round} Q${-w / 2},${h / 2} ${-w / 2},${h / 2 - round} V${-h / 2 + round} Q${-w / 2},${-h / 2} ${-w / 2 + round},${-h / 2}Z${handle ? ` M${w / 2 - 6},-34 H${w / 2 + 120} Q${w / 2 + 150},0 ${w / 2 + 120},34 H${w / 2 - 6}Z` : ""}`;
  return [s.path(d, "#160a08", { opacity: 0.6, filter: s.blur(14), transform: "translate(12 20)" }), s.path(d, darker(colour, 0.5), { transform: "translate(3 8)" }), s.path(d, s.linear(-w / 2, -h / 2, w / 2, h / 2, [[0, lighter(colour, 0.28)], [0.5, colour], [1, darker(colour, 0.22)]])), s.path(d, "#000", { filter: noise(s, darker(colour, 0.7), { x: 0.004, y: 0.07, strength: 2.8, cut: 1.2 }), opacity: 0.7 }), handle ? s.ellipse(w / 2 + 108, 0, 13, 13, darker(colour, 0.75)) : "", soft(s, s.line(`M${-w / 2 + 20},${-h / 2 + 6} H${w / 2 - 30}`, "#fff6e0", 5), 2, { opacity: 0.5 })];
}

export { cycle, darker, f, leaf, lighter, many, mix, noise, put, relief, soft };
