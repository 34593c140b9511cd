// Emblems of companies: a mark in two or three colours on a plain ground.
import { darker, f, leaf, lighter, many, put } from "./kit.mjs";

const palettes = [["#1d4f7c", "#f6ead2", "#e9a548"], ["#fbf4e6", "#c4532f", "#2c3444"], ["#2f4a44", "#e9d2a0", "#c98a5c"], ["#f2d9c4", "#7a2f3f", "#c9785a"], ["#e0b25c", "#2a2a34", "#fbf4e6"], ["#c9785a", "#fbf1df", "#5a2a24"], ["#dfe6e2", "#2f6c80", "#e9803c"], ["#34304a", "#f2c4a4", "#e2808f"], ["#5c7a5a", "#f6efdc", "#e0b25c"], ["#f6efe2", "#34506b", "#a9c46c"]];
const ring = (count, draw) => many(count, (i) => draw(i, (i / count) * 360));

/** Marks around the origin, about 400 units wide: `a` is the ink, `b` the accent, `g` the ground. */
const marks = [
  (s, a, b) => [s.path("M-150,130 C-150,-60 -70,-150 0,-190 C70,-150 150,-60 150,130Z", a), s.path("M0,120 V-110 M0,60 L-64,0 M0,60 L64,0 M0,0 L-48,-48 M0,0 L48,-48", "none", { stroke: b, strokeWidth: 16, strokeLinecap: "round" })],
  (s, a, b, g) => [s.ellipse(0, 0, 180, 180, a), s.path("M-180,30 Q-120,-20 -60,30 T60,30 T180,30 A180,180 0 0 1 -180,30Z", b), s.path("M-176,80 Q-118,34 -60,80 T60,80 T176,80 A180,180 0 0 1 -176,80Z", g, { opacity: 0.55 }), s.path("M10,-140 L10,10 L-96,10Z M24,-110 L24,10 L92,10Z", g)],
  (s, a, b) => [ring(12, (i, t) => put(s, s.path("M0,-80 C-26,-110 -20,-160 0,-190 C20,-160 26,-110 0,-80Z", i % 2 ? a : b), 0, 0, { turn: t })), s.ellipse(0, 0, 62, 62, a)],
  (s, a, b, g) => [s.path("M-170,150 V-40 L-85,-130 L0,-40 L85,-130 L170,-40 V150Z", a), s.path("M-40,150 V70 A40,40 0 0 1 40,70 V150Z", b), [-100, 100].map((x) => s.rect(x - 22, 10, 44, 56, g, { rx: 22 }))],
  (s, a, b, g) => [s.path("M-120,-20 H120 C120,90 70,150 0,150 C-70,150 -120,90 -120,-20Z", a), s.line("M118,10 C190,10 190,90 104,94", a, 26), s.line("M-50,-60 c-24,-40 24,-50 0,-100 M0,-60 c-24,-40 24,-50 0,-100 M50,-60 c-24,-40 24,-50 0,-100", b, 18), s.rect(-140, 160, 280, 20, a, { rx: 10 }), s.ellipse(0, 50, 34, 34, g)],
  (s, a, b) => [s.path("M0,190 C-170,60 -190,-60 -110,-130 C-60,-172 -16,-140 0,-96 C16,-140 60,-172 110,-130 C190,-60 170,60 0,190Z", a), put(s, leaf(s, b, 200, 56), -60, 90, { turn: -52 })],
  (s, a, b, g) => [s.ellipse(0, 0, 185, 185, a), s.ellipse(0, 0, 150, 150, "none", { stroke: g, strokeWidth: 7 }), s.path("M-110,80 L-30,-70 L10,0 L40,-46 L112,80Z", g), s.path("M-30,-70 L-58,-18 L-34,-30 L-16,-12 L0,-18Z", b), s.ellipse(70, -70, 24, 24, b)],
  (s, a, b) => [s.path("M0,-190 L165,-95 V95 L0,190 L-165,95 V-95Z", a), s.path("M0,-110 L95,-55 V55 L0,110 L-95,55 V-55Z", "none", { stroke: b, strokeWidth: 22, strokeLinejoin: "round" }), s.ellipse(0, 0, 34, 34, b)],
  (s, a, b) => [s.line("M-90,190 V-60 M-90,-190 V-130 M-130,-190 V-100 C-130,-50 -50,-50 -50,-100 V-190", a, 24), s.path("M60,-190 C150,-190 150,10 84,30 V190 H52 V-190Z", a), s.ellipse(-10, 130, 26, 26, b)],
  (s, a, b, g) => [s.path("M-150,-150 H150 V20 C150,120 60,170 0,195 C-60,170 -150,120 -150,20Z", a), s.path("M-150,-150 H0 V195 C-60,170 -150,120 -150,20Z", b, { opacity: 0.85 }), s.path("M0,-96 L24,-34 L90,-30 L40,12 L56,78 L0,42 L-56,78 L-40,12 L-90,-30 L-24,-34Z", g)],
  (s, a, b) => [many(5, (i) => s.path(`M${-180 + i * 16},${60 - i * 50} Q${-90 + i * 8},${-10 - i * 50} 0,${60 - i * 50} T${180 - i * 16},${60 - i * 50}`, "none", { stroke: i % 2 ? b : a, strokeWidth: 26, strokeLinecap: "round" })), s.ellipse(0, 150, 36, 36, b)],
  (s, a, b, g) => [s.ellipse(-60, 0, 130, 130, a), s.ellipse(60, 0, 130, 130, b, { opacity: 0.92 }), s.path("M0,-115 A130,130 0 0 1 0,115 A130,130 0 0 1 0,-115Z", g)],
  (s, a, b) => [s.path("M-60,190 L-60,-90 L100,-150 L100,110", "none", { stroke: a, strokeWidth: 28, strokeLinejoin: "round" }), s.ellipse(-100, 180, 56, 42, a, { transform: "rotate(-18 -100 180)" }), s.ellipse(60, 118, 56, 42, b, { transform: "rotate(-18 60 118)" }), s.line("M-60,-20 L100,-80", a, 24)],
  (s, a, b, g) => [s.path("M-170,40 C-150,-110 -60,-150 0,-190 C60,-150 150,-110 170,40 C110,20 70,20 50,60 C20,20 -20,20 -50,60 C-70,20 -110,20 -170,40Z", a), s.line("M0,40 V150 C0,190 -60,190 -60,150", b, 20), s.ellipse(0, -60, 26, 26, g)],
  (s, a, b) => [many(3, (i) => s.path(`M${-60 - i * 56},150 A${60 + i * 56},${60 + i * 56} 0 0 1 ${60 + i * 56},150`, "none", { stroke: i === 1 ? b : a, strokeWidth: 34 })), s.rect(-190, 150, 380, 26, a, { rx: 13 })],
  (s, a, b, g) => [s.path("M-130,190 C-190,40 -120,-120 60,-190 C20,-110 170,-60 130,90 C116,150 60,190 -130,190Z", a), s.path("M-130,190 C-80,60 -10,-20 70,-70", "none", { stroke: g, strokeWidth: 16, strokeLinecap: "round" }), s.ellipse(120, -140, 34, 34, b)],
  (s, a, b, g) => [s.rect(-180, -180, 360, 360, a, { rx: 80 }), ring(8, (i, t) => put(s, s.path("M0,-26 L26,-120 L0,-150 L-26,-120Z", i % 2 ? g : b), 0, 0, { turn: t }))],
  (s, a, b) => [s.path("M-190,60 C-120,-80 20,-110 120,-20 L190,-90 L176,50 L190,150 L120,90 C20,190 -120,180 -190,60Z", a), s.ellipse(-90, 20, 20, 20, b), s.path("M-20,-30 C20,20 20,90 -20,140", "none", { stroke: b, strokeWidth: 14, strokeLinecap: "round" })],
  (s, a, b, g) => [s.ellipse(0, -30, 120, 150, a), s.ellipse(0, -30, 84, 112, g), s.path("M0,70 V-60 M0,10 L46,-34 M0,40 L-46,-4", "none", { stroke: b, strokeWidth: 16, strokeLinecap: "round" }), s.path("M-90,190 H90 L64,110 H-64Z", a)],
  (s, a, b) => [many(4, (i) => put(s, s.path("M0,0 H150 A150,150 0 0 1 0,150Z", i % 2 ? a : b), 0, 0, { turn: i * 90, k: 1.1 }))],
];

export function mark(s) {
  const [g, a, b] = palettes[(s.index * 3) % palettes.length];
  const draw = marks[s.index % marks.length];
  const shape = draw(s, a, b, g);
  return [s.rect(0, 0, 800, 800, s.linear(0, 0, 800, 800, [[0, lighter(g, 0.16)], [0.5, g], [1, darker(g, 0.12)]])), s.ellipse(180, 120, 520, 420, s.radial(180, 120, 520, [[0, "#ffffff", 0.14], [1, "#ffffff", 0]])), put(s, s.group(shape, { opacity: 0.16, filter: s.blur(14) }), 410, f(422), { k: 1.25 }), put(s, shape, 400, 400, { k: 1.25 })];
}
