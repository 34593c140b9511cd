// Drinks and cocktails on a counter, light from behind.
import { bokeh, chance, steam } from "./kit.mjs";
import { basil, citrus, crumbs, cycle, darker, dish, f, leaf, lighter, many, put, soft, spoon, sprig, table } from "./tableware.mjs";
import { counter } from "./food-bites.mjs";

/** A glass by half widths at heights: [[y, half width], …] from the rim down; `fill` is where the drink begins. */
function vessel(s, profile, fill, tint, { top = lighter(tint, 0.4), foot = 0, ice = 0, layers, foam = 0, rim = "" } = {}) {
  const smooth = (side) => profile.map(([y, w], i) => { if (!i) return `${f(side * w)},${y}`; const [py, pw] = profile[i - 1]; const m = (py + y) / 2; return `C${f(side * pw)},${f(m)} ${f(side * w)},${f(m)} ${f(side * w)},${y}`; });
  const up = (side) => [...profile].reverse().map(([y, w], i, list) => { if (!i) return ""; const [py, pw] = list[i - 1]; const m = (py + y) / 2; return `C${f(side * pw)},${f(m)} ${f(side * w)},${f(m)} ${f(side * w)},${y}`; }).join(" ");
  const [first, last] = [profile[0], profile[profile.length - 1]];
  const bowl = `M${smooth(-1).join(" ")} Q0,${last[0] + last[1] * 0.3} ${f(last[1])},${last[0]} ${up(1)}Z`;
  const width = Math.max(...profile.map(([, w]) => w));
  const at = (y) => { const i = Math.max(1, profile.findIndex(([py]) => py >= y)); const [[ay, aw], [by, bw]] = [profile[i - 1], profile[i]]; return aw + ((bw - aw) * (y - ay)) / (by - ay || 1); };
  const level = at(fill);
  const bands = layers ?? [[0, lighter(tint, 0.2)], [0.5, tint], [1, darker(tint, 0.3)]];
  return [
    s.soft(width * 0.4, foot + 4, width * 1.3, 20, "#0c0508", 0.6, 10), s.glow(width * 0.9, foot + 10, width * 1.5, tint, 0.5),
    foot > last[0] + 20 ? [s.path(`M-5,${last[0] + 4} L-4,${foot - 12} C-10,${foot - 4} ${-width * 0.4},${foot - 4} ${-width * 0.55},${foot} A${width * 0.55},12 0 0 0 ${width * 0.55},${foot} C${width * 0.4},${foot - 4} 10,${foot - 4} 4,${foot - 12} L5,${last[0] + 4}Z`, s.linear(-width * 0.5, 0, width * 0.5, 0, [[0, "#ffffff", 0.75], [0.4, "#ffffff", 0.25], [0.6, "#ffffff", 0.5], [1, "#ffffff", 0.2]]))] : "",
    s.path(bowl, "#ffffff", { opacity: 0.16 }),
    s.group([s.rect(-width, fill, width * 2, last[0] - fill + 60, s.down(fill, last[0], bands)), s.rect(-width, fill, width * 2, last[0] - fill + 60, s.linear(-width, 0, width, 0, [[0, "#1a0608", 0.4], [0.22, "#ffffff", 0.22], [0.5, "#ffffff", 0], [0.8, "#1a0608", 0.06], [1, "#1a0608", 0.5]])),
      many(ice, (i) => put(s, [s.rect(-30, -30, 60, 60, s.linear(-30, -30, 30, 30, [[0, "#ffffff", 0.7], [0.5, "#ffffff", 0.18], [1, "#ffffff", 0.5]]), { rx: 10, stroke: "#ffffff", strokeWidth: 2.4, strokeOpacity: 0.7 })], (i % 2 ? 1 : -1) * level * 0.38, fill + 30 + i * 38, { turn: i * 31 + 12, k: Math.min(1, level / 70) })),
      many(22, () => { const y = s.random.between(fill + 10, last[0]); return s.ellipse(s.random.between(-1, 1) * at(y) * 0.8, y, 2.6, 2.6, "#ffffff", { opacity: s.random.between(0.2, 0.6) }); }),
      foam ? [s.rect(-width, fill - foam * 0.2, width * 2, foam, s.down(fill, fill + foam, [[0, "#fffaf0"], [1, "#f0dcb8"]])), many(30, () => s.ellipse(s.random.between(-width, width), fill + s.random.between(0, foam), 4, 4, "#ffffff", { opacity: 0.5 }))] : ""], { clipPath: s.clip(bowl) }),
    s.ellipse(0, fill, level, level * 0.16, foam ? "#fffaf0" : top, { opacity: 0.95 }), s.ellipse(0, fill, level, level * 0.16, "none", { stroke: "#ffffff", strokeWidth: 2, opacity: 0.6 }),
    rim ? s.ellipse(0, first[0], first[1], first[1] * 0.16, "none", { stroke: rim, strokeWidth: 11, strokeDasharray: "5 2" }) : "",
    s.line(bowl.replace("Z", ""), "#ffffff", 2.4, { opacity: 0.55 }), s.ellipse(0, first[0], first[1], first[1] * 0.16, "none", { stroke: "#ffffff", strokeWidth: 3.4, opacity: 0.85 }),
    soft(s, s.line(`M${f(-first[1] * 0.84)},${first[0] + 26} C${f(-at(first[0] + 80) * 0.92)},${first[0] + 80} ${f(-at((first[0] + last[0]) / 2) * 0.86)},${(first[0] + last[0]) / 2} ${f(-at(last[0] - 30) * 0.8)},${last[0] - 30}`, "#ffffff", width * 0.09), 2.4, { opacity: 0.7 }), soft(s, s.line(`M${f(first[1] * 0.88)},${first[0] + 20} L${f(at(last[0] - 40) * 0.84)},${last[0] - 40}`, "#ffffff", 4), 1.4, { opacity: 0.6 }),
  ];
}
const shapes = {
  highball: [[-330, 74], [0, 64]], rocks: [[-190, 92], [0, 80]], martini: [[-330, 142], [-310, 134], [-176, 8]], coupe: [[-310, 130], [-250, 116], [-196, 10]], wine: [[-380, 72], [-280, 104], [-210, 92], [-160, 12]],
  pint: [[-330, 96], [-240, 90], [0, 66]], hurricane: [[-390, 82], [-300, 62], [-170, 78], [-70, 34], [-52, 12]], flute: [[-390, 44], [-270, 48], [-150, 8]], mug: [[-250, 92], [-20, 92], [0, 84]],
};
const straw = (s, colour) => [s.line("M-14,-60 L60,-470", darker(colour, 0.4), 14, { opacity: 0.4, transform: "translate(4 2)" }), s.line("M-14,-60 L60,-470", colour, 13), many(9, (i) => s.line(`M${f(-8 + i * 7.6)},${f(-90 - i * 42)} l10,-16`, "#fff8ea", 9, { opacity: 0.9 }))];
const wheel = (s, colour, q = 46) => put(s, citrus(s, q, colour), 0, 0);
const umbrella = (s, c) => [s.line("M0,0 L60,-150", "#c9a068", 5), put(s, many(8, (i) => s.path("M0,-8 L-84,34 Q-60,46 -40,40Z".replace(/-84/g, String(-84 + i * 21)).replace("-60", String(-70 + i * 21)).replace("-40", String(-60 + i * 21)), i % 2 ? c : lighter(c, 0.6))), 60, -150, { turn: 22 })];

export function cocktail(s) {
  const r = s.random;
  const v = cycle(s, [
    { shape: "martini", fill: -300, tint: "#e86a8a", foot: 0, wall: "#2c2440", garnish: "twist" },
    { shape: "highball", fill: -280, tint: "#a8d48a", ice: 7, wall: "#24504a", garnish: "mint" },
    { shape: "rocks", fill: -130, tint: "#d9702a", ice: 2, wall: "#5a2a24", garnish: "orange" },
    { shape: "hurricane", fill: -350, tint: "#f0a03c", foot: 0, wall: "#d97a5a", garnish: "tropic", layers: [[0, "#f6c94a"], [0.5, "#f0883c"], [1, "#d1325a"]] },
    { shape: "coupe", fill: -286, tint: "#b9d060", foot: 0, wall: "#1f3a5c", garnish: "lime", rim: "#ffffff" },
  ]);
  const deco = {
    twist: () => [s.line("M-20,-320 C40,-380 80,-300 60,-250 C46,-220 90,-210 100,-240", "#f2c838", 11), s.line("M-60,-318 L70,-350", "#d9ac5c", 4), many(3, (i) => put(s, [s.ellipse(0, 0, 17, 16, s.radial(-5, -6, 20, [[0, "#e2596a"], [1, "#5a0f1c"]])), s.ellipse(-6, -6, 4, 3, "#ffffff")], -30 + i * 34, -325 - i * 8))],
    mint: () => [straw(s, "#c4532f"), put(s, wheel(s, "#9cc84a", 52), 70, -318), many(6, (i) => put(s, leaf(s, "#4f9a4c", 74, 26), -26, -320, { turn: -160 + i * 26 }))],
    orange: () => [put(s, wheel(s, "#f09a2c", 62), 66, -186), put(s, [s.ellipse(0, 0, 16, 15, "#6d0f22"), s.ellipse(-5, -5, 4, 3, "#ffffff")], -16, -150), put(s, sprig(s, "#6d8f5a"), -40, -150, { turn: -70, k: 0.8 })],
    tropic: () => [straw(s, "#2f86a4"), put(s, umbrella(s, "#d9447a"), -30, -360, { k: 1.1, turn: -36 }), put(s, [s.path("M0,0 L110,-70 A130,130 0 0 1 120,60Z", "#f6d65a"), s.line("M110,-70 A130,130 0 0 1 120,60", "#8a6a24", 12), many(4, (i) => put(s, leaf(s, "#4f8a3c", 90, 12), 110, -60, { turn: -120 + i * 26 }))], 30, -380, { k: 0.8 })],
    lime: () => [put(s, wheel(s, "#8fc044", 52), 112, -308), put(s, basil(s, 0.9), -30, -300)],
  };
  const glassOf = () => [vessel(s, shapes[v.shape], v.fill, v.tint, v), deco[v.garnish]()];
  const big = { rocks: 1.7, coupe: 1.35, martini: 1.35 }[v.shape] ?? 1.3;
  return [
    counter(s, { wall: v.wall, top: cycle(s, ["#3a2430", "#5a3d2c", "#2a1a1c", "#e9cfa8", "#22303c"]), horizon: 570, lights: ["#ffd98c", "#ff9a6a", lighter(v.tint, 0.3)] }),
    soft(s, many(7, (i) => { const x = 30 + i * 120 + r.between(-20, 20); const c = r.pick(["#5a8a6a", "#8a4a2a", "#c9a45a", "#3a5a7a", "#7a2f3f"]); return [s.rect(x, 190, 60, 200, s.linear(x, 0, x + 60, 0, [[0, lighter(c, 0.3)], [0.5, c], [1, darker(c, 0.5)]]), { rx: 16 }), s.rect(x + 20, 120, 20, 80, darker(c, 0.2)), s.rect(x + 6, 260, 48, 70, "#f2e4c8", { opacity: 0.7 })]; }), 9, { opacity: 0.75 }), soft(s, s.rect(0, 392, 800, 16, "#1a0f14"), 6, { opacity: 0.6 }),
    soft(s, put(s, vessel(s, shapes[v.shape], v.fill, v.tint, v), 400 + (s.index % 2 ? -250 : 250), 630, { k: big * 0.72 }), 5, { opacity: 0.9 }),
    put(s, glassOf(), 400 + (s.index % 2 ? 50 : -50), 700, { k: big }), put(s, citrus(s, 48, v.garnish === "lime" || v.garnish === "mint" ? "#8fc044" : "#f0a03c"), s.index % 2 ? 660 : 150, 706, { ky: 0.5 }), bokeh(s, 7, ["#ffe2a0"], { y: [0.1, 0.5], opacity: [0.1, 0.25] }),
  ];
}

export function drink(s) {
  const _r = s.random;
  const kind = cycle(s, ["latte", "lemonade", "beer", "wine", "tea", "smoothie"]);
  if (kind === "latte") {
    const art = [s.ellipse(0, 0, 150, 150, s.radial(0, 0, 150, [[0, "#a8683c"], [0.7, "#8a4a26"], [1, "#5a2c16"]])), many(5, (i) => s.path(`M0,${96 - i * 34} C${-96 + i * 12},${70 - i * 34} ${-104 + i * 14},${-6 - i * 26} 0,${40 - i * 34} C${104 - i * 14},${-6 - i * 26} ${96 - i * 12},${70 - i * 34} 0,${96 - i * 34}Z`, i % 2 ? "#8f5030" : "#fbefdc")), s.path("M0,-70 C-46,-120 -74,-60 0,-26 C74,-60 46,-120 0,-70Z", "#fbefdc")];
    return [table(s, 1, 3), put(s, [dish(s, 270, { well: 0.75 }), s.soft(20, 26, 176, 176, "#1a0a08", 0.6, 14), s.rect(120, -34, 130, 68, s.down(-34, 34, [[0, "#ffffff"], [1, "#b9a99a"]]), { rx: 34 }), s.rect(140, -14, 78, 28, "#8a7a70", { rx: 14 }), s.ellipse(0, 0, 178, 178, s.linear(-170, -170, 170, 170, [[0, "#ffffff"], [0.6, "#efe6da"], [1, "#a8988a"]])), s.ellipse(0, 0, 158, 158, "#5a3a28"), art, soft(s, s.line("M-120,-70 A140,140 0 0 1 -40,-132", "#ffffff", 9), 3, { opacity: 0.5 })], 400, 400, { turn: -28, k: 1.08 }), put(s, spoon(s), 700, 560, { turn: 30, k: 1.2 }), crumbs(s, 140, 660, 80, ["#4a2418", "#6d3a22", "#2c1410"], 22, [9, 14]), put(s, many(4, (i) => put(s, [s.ellipse(3, 5, 56, 56, "#140806", { opacity: 0.4 }), s.ellipse(0, 0, 56, 56, s.radial(-16, -16, 80, [[0, "#e9b878"], [1, "#a8692c"]])), crumbs(s, 0, 0, 40, ["#4a2012"], 8, [5, 8])], (i % 2) * 70, Math.floor(i / 2) * 56 + (i % 2) * 20)), 90, 110), steam(s, 420, 330, 1.2, 0.2)];
  }
  const look = {
    lemonade: { wall: "#8fbcc4", top: "#f0e2c8", tint: "#f2dc6a", shape: "highball", fill: -290, ice: 6 },
    beer: { wall: "#6d4a2c", top: "#5a3a26", tint: "#e0992c", shape: "pint", fill: -310, foam: 62 },
    wine: { wall: "#a85a4a", top: "#c99a66", tint: "#8a1f34", shape: "wine", fill: -270 },
    tea: { wall: "#6f8a72", top: "#d9c4a0", tint: "#c4702a", shape: "mug", fill: -210 },
    smoothie: { wall: "#e09a8a", top: "#f4e6d6", tint: "#d9527a", shape: "highball", fill: -316, layers: [[0, "#f0a0b4"], [0.4, "#d9446c"], [1, "#8a2a5a"]] },
  }[kind];
  const one = () => [vessel(s, shapes[look.shape], look.fill, look.tint, { ...look, foot: 0 }), kind === "lemonade" || kind === "smoothie" ? [straw(s, "#2f6c97"), put(s, citrus(s, 50), 64, -320), many(4, (i) => put(s, leaf(s, "#4f9a4c", 60, 20), -24, -322, { turn: -150 + i * 28 }))] : "", kind === "tea" ? [s.line("M92,-190 C170,-190 170,-60 90,-60", "#ffffff", 17, { opacity: 0.5 }), put(s, citrus(s, 38), 10, -206, { ky: 0.3 }), steam(s, 0, -240, 1, 0.35)] : ""];
  const side = s.index % 2 ? 1 : -1;
  return [counter(s, { ...look, horizon: 560, lights: ["#fff0d0", "#ffe2b0", lighter(look.tint, 0.4)] }), soft(s, put(s, one(), 400 + side * 220, 620, { k: 1.05 }), 4), put(s, one(), 400 - side * 70, 706, { k: 1.4 }), kind === "wine" ? put(s, many(14, (i) => s.ellipse(Math.cos(i * 2.4) * Math.sqrt(i) * 22, Math.sin(i * 2.4) * Math.sqrt(i) * 15, 24, 23, s.radial(Math.cos(i * 2.4) * Math.sqrt(i) * 22 - 6, Math.sin(i * 2.4) * Math.sqrt(i) * 15 - 8, 30, [[0, "#b48ac0"], [0.5, "#5a2a5c"], [1, "#2a1030"]]))), 400 + side * 250, 700) : put(s, citrus(s, 60, kind === "smoothie" ? "#e2527a" : "#f2cf45"), 400 + side * 230, 710, { ky: 0.55 }), chance(s, 0.6) ? put(s, basil(s, 1.3), 400 + side * 140, 750) : ""];
}
