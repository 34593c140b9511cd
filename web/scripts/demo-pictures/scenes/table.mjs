// Things to eat and drink, seen from the chair.
import { darker, lighter, mix } from "../sheet.mjs";
import { foliage, H, plate, sky, soft, W } from "./sky.mjs";

/** A wooden table top in perspective from `top` down. */
function wood(s, top, colour) {
  const planks = Array.from({ length: 11 }, (_, i) => {
    const a = (i - 5.5) * 200;
    return [s.line(`M${480 + a * 0.62},${top} L${480 + a * 1.5},${H}`, darker(colour, 0.6), 4, { opacity: 0.5 }), s.line(`M${484 + a * 0.62},${top} L${486 + a * 1.5},${H}`, lighter(colour, 0.4), 2, { opacity: 0.4 })];
  });
  const grain = Array.from({ length: 80 }, () => {
    const x = s.random.between(-100, W + 100);
    const y = s.random.between(top, H);
    const k = (x - 480) * 0.004;
    return s.line(`M${x.toFixed(0)},${y.toFixed(0)} q${(k * 12).toFixed(1)},30 ${(k * 34).toFixed(1)},${s.random.between(30, 90).toFixed(0)}`, s.random() < 0.5 ? darker(colour, 0.5) : lighter(colour, 0.3), 1.6, { opacity: 0.25 });
  });
  return s.group([s.rect(0, top, W, H - top, s.linear(0, top, W * 0.7, H, [[0, lighter(colour, 0.35)], [0.5, colour], [1, darker(colour, 0.45)]])), planks, grain]);
}

function lemon(s, x, y, r, turn) {
  return s.group([s.path(`M0,0 m${-r},0 a${r},${r} 0 0 1 ${r * 2},0Z`, "#f6d456"), s.path(`M0,-2 m${-r * 0.84},0 a${r * 0.84},${r * 0.84} 0 0 1 ${r * 1.68},0Z`, "#fff3b8"), [-60, -30, 0, 30, 60].map((a) => s.path(`M0,-3 L-5,${-r * 0.72} Q0,${-r * 0.8} 5,${-r * 0.72}Z`, "#f4cc3e", { transform: `rotate(${a})` }))], { transform: `translate(${x} ${y}) rotate(${turn})` });
}

function glass(s, x, y, k, drink, fill = 0.6) {
  const bowl = `M${x - 42 * k},${y - 190 * k} C${x - 50 * k},${y - 110 * k} ${x - 30 * k},${y - 78 * k} ${x},${y - 76 * k} C${x + 30 * k},${y - 78 * k} ${x + 50 * k},${y - 110 * k} ${x + 42 * k},${y - 190 * k}Z`;
  const level = y - 76 * k - 114 * k * fill;
  return s.group([
    s.soft(x + 40 * k, y + 6 * k, 76 * k, 14 * k, "#24100c", 0.45, 8 * k), s.glow(x + 60 * k, y + 6 * k, 70 * k, drink, 0.55),
    s.ellipse(x, y, 40 * k, 11 * k, s.linear(x - 40 * k, 0, x + 40 * k, 0, [[0, "#ffffff", 0.75], [0.5, "#ffffff", 0.25], [1, "#ffffff", 0.6]])), s.rect(x - 3 * k, y - 80 * k, 6 * k, 80 * k, s.linear(x - 3 * k, 0, x + 3 * k, 0, [[0, "#ffffff", 0.85], [1, "#c9b7a5", 0.6]])),
    s.group([s.rect(x - 60 * k, level, 120 * k, 200 * k, s.linear(x - 46 * k, 0, x + 46 * k, 0, [[0, lighter(drink, 0.35)], [0.5, drink], [1, darker(drink, 0.4)]])), s.ellipse(x, level, 47 * k, 8 * k, lighter(drink, 0.45))], { clipPath: s.clip(bowl) }),
    s.path(bowl, "#ffffff", { opacity: 0.14 }), s.line(`M${x - 36 * k},${y - 180 * k} C${x - 42 * k},${y - 120 * k} ${x - 30 * k},${y - 98 * k} ${x - 20 * k},${y - 90 * k}`, "#ffffff", 5 * k, { opacity: 0.75 }), s.line(`M${x + 40 * k},${y - 186 * k} C${x + 46 * k},${y - 116 * k} ${x + 30 * k},${y - 84 * k} ${x + 6 * k},${y - 78 * k}`, "#ffffff", 2.4 * k, { opacity: 0.5 }), s.ellipse(x, y - 190 * k, 42 * k, 7 * k, "none", { stroke: "#ffffff", strokeWidth: 2.4 * k, opacity: 0.7 }),
  ]);
}

function prawn(s, x, y, k, turn) {
  const arc = "M-34,14 C-40,-26 20,-44 38,-6 C44,10 30,24 16,22 C26,14 24,2 10,-2 C-8,-6 -16,4 -14,20Z";
  return s.group([s.path(arc, "#5a1f12", { opacity: 0.45, filter: s.blur(3), transform: "translate(3 6)" }), s.path(arc, s.linear(-30, -30, 36, 24, [[0, "#ffc59a"], [0.45, "#ee7d4e"], [1, "#b8401f"]])), [-20, -6, 8, 22].map((a, i) => s.line(`M${a},${-24 + i * 2} q8,10 4,20`, "#a8381c", 2.4, { opacity: 0.6 })), s.path("M16,22 l-10,14 l14,-4 l8,12 l4,-18Z", "#d9592f"), s.line("M-34,10 q-26,6 -40,-10 M-34,14 q-20,14 -38,10", "#c9532f", 1.8), s.line("M-24,-16 q20,-20 46,-4", "#fff1dc", 3, { opacity: 0.6 })], { transform: `translate(${x} ${y}) rotate(${turn}) scale(${k})` });
}

export function paella(s) {
  const [cx, cy, r, k] = [480, 392, 330, 0.72];
  const inPan = (reach) => { const a = s.random() * Math.PI * 2; const d = Math.sqrt(s.random()) * reach; return [cx + Math.cos(a) * r * d, cy + Math.sin(a) * r * k * d]; };
  const rice = Array.from({ length: 900 }, () => { const [x, y] = inPan(0.86); return s.ellipse(x, y, 6, 2.6, mix("#f7d36a", "#c97f22", s.random()), { transform: `rotate(${s.random.between(0, 180).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})` }); });
  const bits = Array.from({ length: 70 }, () => { const [x, y] = inPan(0.8); return s.random() < 0.55 ? [s.ellipse(x, y, 6, 6, "#3f6b2c"), s.ellipse(x - 2, y - 2, 2.6, 2.4, "#a5cf74")] : s.rect(x, y, 34, 8, s.linear(x, y, x, y + 8, [[0, "#ef6a4a"], [1, "#9c2418"]]), { rx: 4, transform: `rotate(${s.random.between(0, 180).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})` }); });
  const mussel = (x, y, turn) => s.group([s.path("M-40,0 C-30,-30 24,-32 44,0 C24,18 -22,18 -40,0Z", "#3a140c", { opacity: 0.5, filter: s.blur(4), transform: "translate(3 7)" }), s.path("M-40,0 C-30,-30 24,-32 44,0 C24,18 -22,18 -40,0Z", s.linear(-30, -28, 30, 18, [[0, "#5c6a86"], [0.5, "#262b40"], [1, "#0f1120"]])), s.path("M-28,0 C-18,-16 18,-18 34,0 C18,11 -14,11 -28,0Z", s.linear(-20, -14, 20, 12, [[0, "#ffcb86"], [1, "#d9782f"]])), s.line("M-32,-6 C-22,-24 18,-26 36,-6", "#b9c4d8", 2, { opacity: 0.6 })], { transform: `translate(${x} ${y}) rotate(${turn})` });
  const ring = (n, reach, off) => Array.from({ length: n }, (_, i) => { const a = off + (i / n) * Math.PI * 2; return [cx + Math.cos(a) * r * reach, cy + Math.sin(a) * r * k * reach, (a * 180) / Math.PI]; });
  return [
    wood(s, 0, "#8a5a38"), s.path("M-20,560 L220,720 L-20,740Z M700,-10 L980,-10 L980,210Z", "#1d4f7c"), s.path("M-20,600 L170,730 M740,-10 L990,180 M790,-10 L990,130", "none", { stroke: "#f4e7cf", strokeWidth: 8 }),
    [-1, 1].map((o) => s.line(`M${cx + o * 300},${cy - 40} C${cx + o * 400},${cy - 90} ${cx + o * 420},${cy + 60} ${cx + o * 308},${cy + 50}`, "#2a2226", 18)), [-1, 1].map((o) => s.line(`M${cx + o * 300},${cy - 42} C${cx + o * 396},${cy - 86} ${cx + o * 412},${cy + 54} ${cx + o * 308},${cy + 44}`, "#c9b9a4", 5, { opacity: 0.6 })),
    plate(s, cx, cy, r + 18, "#4a3d3c", k, { rim: 0.94, shadow: 0.8 }), s.ellipse(cx, cy, r * 0.92, r * k * 0.92, "#c98a2c"), s.group([rice, s.soft(cx + 130, cy + 110, 220, 120, "#5a1f0c", 0.45, 40), s.glow(cx - 130, cy - 110, 240, "#fff0b0", 0.55), bits]),
    ring(7, 0.62, 0.2).map(([x, y, a]) => mussel(x, y, a)), ring(6, 0.34, 0.7).map(([x, y, a]) => prawn(s, x, y, 1.5, a + 120)), prawn(s, cx, cy, 1.5, 20), ring(5, 0.8, 0.55).map(([x, y, a]) => [s.soft(x + 3, y + 8, 28, 12, "#4a1a0c", 0.5, 5), lemon(s, x, y, 34, a + 90)]),
    Array.from({ length: 26 }, () => { const [x, y] = inPan(0.75); return s.path("M0,0 q6,-12 14,-6 q2,8 -6,10 q-6,2 -8,-4Z", s.random() < 0.5 ? "#5f9140" : "#365f27", { transform: `translate(${x} ${y}) rotate(${s.random.between(0, 360).toFixed(0)})` }); }),
    s.line(`M${cx - r * 0.93},${cy - 20} A${r * 0.97},${r * k * 0.97} 0 0 1 ${cx + 60},${cy - r * k * 0.96}`, "#fff6e2", 5, { opacity: 0.5, filter: s.blur(1.5) }),
    glass(s, 852, 700, 1.3, "#e7c65a", 0.55),
  ];
}

export function terrace(s) {
  const tapa = (x, y, r, food) => [plate(s, x, y, r, "#f6efe2", 0.42), food(x, y, r)];
  const olives = (x, y, r) => Array.from({ length: 17 }, (_, i) => { const a = i * 2.4; const d = Math.sqrt(i / 17) * r * 0.56; const [ox, oy] = [x + Math.cos(a) * d, y + Math.sin(a) * d * 0.42 - 4]; return [s.ellipse(ox + 2, oy + 5, 12, 8, "#2a1a10", { opacity: 0.3 }), s.ellipse(ox, oy, 12, 10, s.radial(ox - 4, oy - 4, 15, [[0, "#c8d47a"], [0.6, "#7d8f37"], [1, "#4a581c"]])), s.ellipse(ox + 3, oy - 1, 3, 3, "#c4452a")]; });
  const toast = (x, y, r) => [-1, 0, 1].map((i) => { const tx = x + i * r * 0.46; const ty = y + Math.abs(i) * 6 - 8; return [s.ellipse(tx + 3, ty + 12, r * 0.24, r * 0.13, "#2a1a10", { opacity: 0.4 }), s.ellipse(tx, ty + 6, r * 0.24, r * 0.14, "#a86a30"), s.ellipse(tx, ty, r * 0.24, r * 0.14, s.radial(tx - 8, ty - 5, r * 0.3, [[0, "#ffe6b0"], [1, "#d9a052"]])), s.ellipse(tx, ty - 4, r * 0.19, r * 0.1, s.radial(tx - 6, ty - 8, r * 0.24, [[0, "#f58a66"], [1, "#b5331f"]])), s.path(`M${tx - 8},${ty - 8} q10,-14 20,-2 q-10,6 -20,2Z`, "#5c8a35")]; });
  const tortilla = (x, y, r) => [s.ellipse(x + 4, y + 12, r * 0.6, r * 0.24, "#2a1a10", { opacity: 0.4 }), s.path(`M${x - r * 0.58},${y - 6} L${x + r * 0.1},${y - r * 0.3} L${x + r * 0.56},${y} L${x + r * 0.56},${y + 20} L${x - r * 0.58},${y + 16}Z`, s.down(y - 10, y + 24, [[0, "#e0a83f"], [1, "#9c6420"]])), s.path(`M${x - r * 0.58},${y - 6} L${x + r * 0.1},${y - r * 0.3} L${x + r * 0.56},${y}Z`, s.linear(x - r * 0.5, y - 30, x + r * 0.5, y + 10, [[0, "#ffe08a"], [0.5, "#eeb548"], [1, "#b9782a"]]))];
  return [
    sky(s, [[0, "#e98f6a"], [0.4, "#f7c384"], [1, "#fbe8c4"]], 420), s.glow(700, 210, 360, "#fff3cc", 0.95), s.ellipse(700, 214, 44, 44, "#fffbe8"),
    soft(s, [s.path("M-20,300 C120,220 260,240 400,288 C560,230 760,250 980,214 L980,430 L-20,430Z", "#c98f86"), s.rect(0, 306, W, 130, s.down(306, 430, [[0, "#f4c48f"], [1, "#5f8fa4"]])), s.path("M-20,360 C60,300 140,310 230,352 L230,440 L-20,440Z", "#8a6a72"), [20, 80, 140, 190].map((x, i) => s.rect(x, 318 + (i % 2) * 10, 40, 60, i % 2 ? "#f0d6b8" : "#e2a985"))], 4),
    Array.from({ length: 30 }, () => s.ellipse(700 + s.random.between(-140, 140) * 1.1, s.random.between(312, 420), s.random.between(8, 40), 2, "#fff1c8", { opacity: 0.7 })),
    s.rect(-10, 396, W + 20, 16, s.down(396, 412, [[0, "#fff3df"], [1, "#b88f74"]])), Array.from({ length: 17 }, (_, i) => s.path(`M${i * 60 - 6},412 q-9,22 0,40 q8,16 0,34 l24,0 q-8,-18 0,-34 q9,-18 0,-40Z`, s.linear(i * 60 - 12, 0, i * 60 + 26, 0, [[0, "#fdf0da"], [0.6, "#d8b596"], [1, "#8f6a5c"]]))),
    foliage(s, 30, 70, 190, 120, "#4f7a3c", 80, 26), foliage(s, 930, 40, 170, 110, "#4f7a3c", 60, 26), Array.from({ length: 44 }, (_, i) => { const left = i % 3 !== 0; const [x, y] = [left ? s.random.between(-10, 210) : s.random.between(800, 960), s.random.between(0, 170)]; return s.ellipse(x, y, s.random.between(7, 13), s.random.between(6, 11), s.radial(x - 3, y - 3, 14, [[0, "#ffb0b8"], [1, "#c22f62"]])); }),
    wood(s, 470, "#b9824f"), s.rect(0, 466, W, 10, "#f7d6a4", { opacity: 0.8 }), s.path("M300,470 L660,470 L840,720 L120,720Z", s.linear(300, 470, 700, 720, [[0, "#fdf6ea"], [1, "#d5b89c"]])), s.path("M322,470 L348,470 L200,720 L164,720Z M612,470 L638,470 L796,720 L760,720Z", "#2f6c97", { opacity: 0.85 }),
    tapa(290, 598, 130, olives), tapa(520, 650, 165, toast), tapa(720, 566, 120, tortilla),
    glass(s, 452, 560, 1.05, "#b3322c", 0.5), glass(s, 880, 660, 1.35, "#f0b64a", 0.62), glass(s, 110, 640, 1.2, "#e6705c", 0.6),
  ];
}

export function tart(s) {
  const [cx, cy] = [450, 420];
  const top = `M${cx - 250},${cy + 30} L${cx + 210},${cy - 120} C${cx + 250},${cy - 60} ${cx + 262},${cy + 20} ${cx + 236},${cy + 90}Z`;
  const wall = `M${cx - 250},${cy + 30} L${cx + 236},${cy + 90} L${cx + 228},${cy + 160} L${cx - 244},${cy + 90}Z`;
  const back = `M${cx + 210},${cy - 120} C${cx + 250},${cy - 60} ${cx + 262},${cy + 20} ${cx + 236},${cy + 90} L${cx + 228},${cy + 160} C${cx + 262},${cy + 90} ${cx + 268},${cy + 10} ${cx + 240},${cy - 70}Z`;
  const peak = (x, y, k) => { const d = `M${x - 34 * k},${y + 14 * k} C${x - 44 * k},${y - 10 * k} ${x - 18 * k},${y - 22 * k} ${x - 12 * k},${y - 34 * k} C${x - 8 * k},${y - 46 * k} ${x + 4 * k},${y - 50 * k} ${x + 2 * k},${y - 58 * k} C${x + 16 * k},${y - 40 * k} ${x + 14 * k},${y - 30 * k} ${x + 24 * k},${y - 18 * k} C${x + 40 * k},${y - 8 * k} ${x + 40 * k},${y + 12 * k} ${x + 30 * k},${y + 18 * k} C${x},${y + 26 * k} ${x - 24 * k},${y + 24 * k} ${x - 34 * k},${y + 14 * k}Z`; return s.group([s.soft(x + 8, y + 18 * k, 40 * k, 12 * k, "#a8741c", 0.5, 6), s.path(d, s.linear(x - 30 * k, y - 50 * k, x + 34 * k, y + 20 * k, [[0, "#fffdf4"], [0.6, "#fbeccb"], [1, "#d9a86a"]])), s.path(`M${x + 2 * k},${y - 58 * k} C${x + 14 * k},${y - 40 * k} ${x + 10 * k},${y - 30 * k} ${x + 18 * k},${y - 20 * k} C${x + 2 * k},${y - 22 * k} ${x - 6 * k},${y - 34 * k} ${x + 2 * k},${y - 58 * k}Z`, "#b9743a", { opacity: 0.75 })]); };
  return [
    s.rect(0, 0, W, H, s.linear(0, 0, W, H, [[0, "#dfeaf0"], [0.5, "#a9c6d8"], [1, "#4a7896"]])), soft(s, [s.path("M-20,-20 L420,-20 L160,330 L-20,420Z", "#fff7e2"), s.ellipse(800, 110, 120, 90, "#4f7d3c"), s.ellipse(890, 190, 110, 80, "#3c6330"), s.ellipse(760, 180, 52, 50, "#f2cf4a"), s.ellipse(880, 90, 50, 48, "#f6d95f")], 22, { opacity: 0.85 }),
    s.path("M-20,330 L980,300 L980,740 L-20,740Z", s.linear(0, 320, W, H, [[0, "#fffaf0"], [0.5, "#efe0cb"], [1, "#b99a80"]])), Array.from({ length: 12 }, (_, i) => s.line(`M${i * 110 - 160},740 L${i * 66 + 120},300`, "#2f6c97", i % 3 ? 2 : 7, { opacity: 0.22 })),
    plate(s, 480, 500, 400, "#f7f1e6", 0.5, { shadow: 0.55 }), Array.from({ length: 26 }, (_, i) => { const a = (i / 26) * Math.PI * 2; const [x, y] = [480 + Math.cos(a) * 346, 500 + Math.sin(a) * 172]; return s.path("M0,-11 C5,-5 5,-5 11,0 C5,5 5,5 0,11 C-5,5 -5,5 -11,0 C-5,-5 -5,-5 0,-11Z", "#2f6c97", { transform: `translate(${x} ${y}) scale(1.3 0.8)` }); }),
    s.soft(cx + 40, cy + 150, 280, 50, "#5a3a20", 0.6, 20), s.path(back, s.linear(cx + 200, cy - 100, cx + 260, cy + 100, [[0, "#d99a4e"], [1, "#8a4f22"]])),
    s.path(wall, s.down(cy + 20, cy + 160, [[0, "#fbe27a"], [0.55, "#f3c73c"], [0.62, "#dba35a"], [1, "#a8682e"]])), s.line(`M${cx - 246},${cy + 80} L${cx + 229},${cy + 140}`, "#8a5424", 2, { opacity: 0.4 }), Array.from({ length: 40 }, () => { const t = s.random(); return s.ellipse(cx - 240 + t * 466, cy + 88 + t * 56 + s.random.between(-4, 12), 3, 2, "#7d4a1e", { opacity: 0.4 }); }),
    s.path(top, s.linear(cx - 200, cy - 60, cx + 230, cy + 80, [[0, "#fff0a4"], [0.5, "#f8d75a"], [1, "#d9a22c"]])), s.path(top, s.radial(cx + 40, cy - 40, 190, [[0, "#fffbe0", 0.7], [1, "#fffbe0", 0]])),
    [[200, -78, 1.05], [110, -48, 0.98], [215, -12, 1.15], [20, -16, 0.9], [120, 24, 1.12], [216, 58, 1.2], [-68, 12, 0.78], [30, 46, 0.95], [-140, 34, 0.62]].map(([x, y, k]) => peak(cx + x, cy + y, k)),
    [[700, 640, 1.5], [754, 612, 1.2], [662, 606, 1.2], [812, 566, 1]].map(([x, y, k]) => { const r = 21 * k; return [s.ellipse(x + 6, y + r * 0.8, r, r * 0.4, "#3a1a1c", { opacity: 0.35 }), s.ellipse(x, y, r, r * 0.94, s.radial(x - r * 0.35, y - r * 0.4, r * 1.3, [[0, "#ff9a9c"], [0.5, "#cf2f45"], [1, "#6d0f26"]])), Array.from({ length: 12 }, (_, i) => s.ellipse(x + Math.cos(i * 2.4) * r * 0.7 * Math.sqrt(i / 12), y + Math.sin(i * 2.4) * r * 0.66 * Math.sqrt(i / 12), 3.4 * k, 3.2 * k, "#ff8f98", { opacity: 0.35 }))]; }),
    s.path("M640,596 q-20,-44 20,-56 q34,20 -20,56Z M640,596 q-56,-16 -44,-50 q44,-4 44,50Z", s.linear(590, 540, 660, 600, [[0, "#8fc06a"], [1, "#336628"]])), Array.from({ length: 120 }, () => s.ellipse(480 + s.random.between(-330, 330), 500 + s.random.between(-140, 150), 1.6, 1.3, "#ffffff", { opacity: 0.7 })),
    s.group([s.line("M92,720 L250,560", "#8a7f7a", 17), s.line("M90,716 L250,555", "#fffaf0", 6), s.path("M240,572 C262,520 300,500 316,508 C326,520 306,560 256,588Z", s.linear(240, 500, 320, 590, [[0, "#fffdf6"], [0.5, "#cfc4bb"], [1, "#7d726e"]]))]),
  ];
}

export function coffee(s) {
  const cup = (x, y, k) => s.group([plate(s, x, y + 40 * k, 170 * k, "#f5efe3", 0.4), s.line(`M${x + 92 * k},${y - 50 * k} C${x + 160 * k},${y - 66 * k} ${x + 160 * k},${y + 22 * k} ${x + 78 * k},${y + 14 * k}`, "#c9b199", 22 * k), s.line(`M${x + 92 * k},${y - 54 * k} C${x + 152 * k},${y - 66 * k} ${x + 152 * k},${y + 14 * k} ${x + 78 * k},${y + 10 * k}`, "#fffaf0", 11 * k), s.path(`M${x - 108 * k},${y - 70 * k} C${x - 104 * k},${y + 20 * k} ${x - 60 * k},${y + 52 * k} ${x},${y + 52 * k} C${x + 60 * k},${y + 52 * k} ${x + 104 * k},${y + 20 * k} ${x + 108 * k},${y - 70 * k}Z`, s.linear(x - 108 * k, 0, x + 108 * k, 0, [[0, "#fffaf0"], [0.5, "#eadbc6"], [1, "#9a7f70"]])), s.path(`M${x - 105 * k},${y - 40 * k} C${x - 60 * k},${y - 16 * k} ${x + 60 * k},${y - 16 * k} ${x + 105 * k},${y - 40 * k} L${x + 101 * k},${y - 22 * k} C${x + 60 * k},${y + 2 * k} ${x - 60 * k},${y + 2 * k} ${x - 101 * k},${y - 22 * k}Z`, "#1d4f7c"), s.ellipse(x, y - 70 * k, 108 * k, 40 * k, "#fffaf0"), s.ellipse(x, y - 68 * k, 98 * k, 34 * k, s.radial(x - 20 * k, y - 76 * k, 110 * k, [[0, "#c98c54"], [0.7, "#8a4f28"], [1, "#4a2412"]])), s.path(`M${x},${y - 46 * k} C${x - 56 * k},${y - 60 * k} ${x - 56 * k},${y - 92 * k} ${x - 20 * k},${y - 88 * k} Q${x},${y - 84 * k} ${x},${y - 76 * k} Q${x},${y - 84 * k} ${x + 20 * k},${y - 88 * k} C${x + 56 * k},${y - 92 * k} ${x + 56 * k},${y - 60 * k} ${x},${y - 46 * k}Z`, "#fff1d9"), s.path(`M${x},${y - 54 * k} C${x - 32 * k},${y - 64 * k} ${x - 32 * k},${y - 80 * k} ${x - 14 * k},${y - 79 * k} Q${x},${y - 76 * k} ${x},${y - 70 * k} Q${x},${y - 76 * k} ${x + 14 * k},${y - 79 * k} C${x + 32 * k},${y - 80 * k} ${x + 32 * k},${y - 64 * k} ${x},${y - 54 * k}Z`, "#b9763f"), s.path(`M${x},${y - 60 * k} C${x - 16 * k},${y - 66 * k} ${x - 14 * k},${y - 74 * k} ${x},${y - 69 * k} C${x + 14 * k},${y - 74 * k} ${x + 16 * k},${y - 66 * k} ${x},${y - 60 * k}Z`, "#fff1d9")]);
  const croissant = (x, y, k, turn) => {
    const seg = [[-120, 30, 34, 30], [-92, 4, 42, 44], [-52, -16, 50, 56], [0, -24, 56, 62], [52, -16, 50, 56], [92, 4, 42, 44], [120, 30, 34, 30]];
    return s.group([s.soft(6, 36, 150, 36, "#2a140c", 0.6, 14), [0, 6, 1, 5, 2, 4, 3].map((i) => { const [a, b, rx, ry] = seg[i]; const tilt = a * 0.42; return s.group([s.ellipse(0, 0, rx, ry, s.radial(-rx * 0.3, -ry * 0.45, ry * 1.6, [[0, "#ffdd98"], [0.4, "#df9a45"], [0.8, "#a85a1e"], [1, "#6d3410"]])), Array.from({ length: 4 }, (_, j) => s.line(`M${-rx * 0.6 + j * rx * 0.38},${-ry * 0.8} Q${-rx * 0.3 + j * rx * 0.36},0 ${-rx * 0.55 + j * rx * 0.38},${ry * 0.72}`, j % 2 ? "#ffe2a8" : "#7d3f14", 2.4, { opacity: 0.4 }))], { transform: `translate(${a} ${b}) rotate(${tilt})` }); })], { transform: `translate(${x} ${y}) rotate(${turn}) scale(${k})` });
  };
  return [
    s.rect(0, 0, W, 400, s.linear(0, 0, W, 400, [[0, "#7d4a34"], [0.5, "#a8683f"], [1, "#4a2a24"]])), soft(s, [s.path("M520,-20 L980,-20 L980,330 L520,330Z", "#f8dfae"), s.path("M740,-20 L760,-20 L760,330 L740,330Z M520,150 L980,150 L980,166 L520,166Z", "#6d4030"), s.ellipse(600, 250, 66, 90, "#6f8a4a"), s.ellipse(880, 270, 90, 80, "#587a44"), Array.from({ length: 12 }, () => s.ellipse(s.random.between(20, 470), s.random.between(20, 280), 20, 20, "#ffd08a", { opacity: 0.75 }))], 14),
    wood(s, 330, "#8a5836"), s.path("M560,330 L960,330 L900,720 L300,720Z", "#ffe2ae", { opacity: 0.2 }), s.rect(0, 326, W, 8, "#f3c68c", { opacity: 0.6, filter: s.blur(2) }),
    plate(s, 670, 560, 270, "#2f6c97", 0.42), croissant(660, 536, 1.35, -8), croissant(770, 596, 1.0, 24), cup(270, 520, 1.45), [[230, 0], [290, 30], [340, -10]].map(([x, o]) => s.line(`M${x},${390 + o} C${x - 46},${330 + o} ${x + 50},${280 + o} ${x},${200 + o} C${x - 30},${150 + o} ${x + 24},${110 + o} ${x + 6},${70 + o}`, "#fff6e4", 16, { opacity: 0.28, filter: s.blur(10) })),
    Array.from({ length: 34 }, () => s.path("M0,0 l7,-3 l4,5 l-8,4Z", s.random() < 0.5 ? "#e2a552" : "#a8622a", { transform: `translate(${s.random.between(470, 900)} ${s.random.between(560, 690)}) rotate(${s.random.between(0, 360).toFixed(0)})` })), s.line("M420,690 L560,650", "#6d6058", 10), s.line("M420,687 L560,647", "#fff6e8", 4), s.ellipse(574, 644, 26, 15, "#d8ccc0", { transform: "rotate(-16 574 644)" }),
  ];
}

export function market(s) {
  const crate = (x, y, w, h, fruit, size) => {
    const list = [];
    for (let row = 0; row < 4; row += 1) for (let i = 0; i < w / (size * 1.5); i += 1) list.push([x + 14 + i * size * 1.5 + (row % 2) * size * 0.7, y - 36 + row * size * 0.95]);
    return s.group([s.soft(x + w / 2 + 6, y + h, w * 0.54, 16, "#24100c", 0.5, 8), s.rect(x, y - 40, w, 60, "#3a2016"), list.filter(([fx]) => fx < x + w - 8).map(([fx, fy]) => { const r = size * s.random.between(0.88, 1.06); const c = s.random.pick(fruit); return [s.ellipse(fx, fy, r, r * 0.95, s.radial(fx - r * 0.35, fy - r * 0.4, r * 1.35, [[0, lighter(c, 0.55)], [0.5, c], [1, darker(c, 0.55)]])), s.ellipse(fx - r * 0.35, fy - r * 0.42, r * 0.2, r * 0.15, "#ffffff", { opacity: 0.55 })]; }), [0, 1].map((i) => [s.rect(x - 4, y + 12 + i * (h / 2), w + 8, h / 2 - 5, s.down(y + 10 + i * (h / 2), y + 10 + (i + 1) * (h / 2), [[0, "#e0b27a"], [1, "#8a5a34"]])), s.line(`M${x},${y + 22 + i * (h / 2)} L${x + w},${y + 24 + i * (h / 2)}`, "#6d4426", 1.6, { opacity: 0.5 })]), s.rect(x + w / 2 - 27, y - 66, 54, 34, "#33302e", { rx: 4 }), s.line(`M${x + w / 2 - 16},${y - 54} l12,0 m6,0 l14,0 M${x + w / 2 - 14},${y - 42} l26,0`, "#f4ead8", 3), s.rect(x + w / 2 - 2, y - 34, 4, 22, "#8a6a4a")]);
  };
  const wave = Array.from({ length: 13 }, (_, i) => [i * 80, i % 2 ? "#fbf3e3" : "#c4532f"]);
  return [
    sky(s, [[0, "#e6c89a"], [1, "#f6e6c6"]], H), soft(s, [s.rect(0, 130, 300, 400, "#c98a5c"), s.rect(280, 90, 200, 440, "#e6c394"), s.rect(470, 150, 180, 400, "#b8694a"), s.rect(640, 100, 340, 440, "#dcae78"), [40, 130, 220, 330, 410, 520, 590, 700, 800, 890].map((x, i) => [s.rect(x, 220, 34, 70, i % 3 ? "#5a6a72" : "#f7d893"), s.rect(x, 340, 34, 70, "#55666e")]), Array.from({ length: 14 }, () => s.ellipse(s.random.between(0, W), s.random.between(200, 420), 18, 18, "#fff0c4", { opacity: 0.7 }))], 9),
    s.rect(0, 480, W, 240, s.down(480, H, [[0, "#b98f6a"], [1, "#5f4436"]])), s.rect(58, 120, 14, 420, "#5a3b2a"), s.rect(888, 120, 14, 420, "#4a3024"),
    s.path("M30,320 L930,320 L960,372 L0,372Z", "#6d4630"), crate(54, 336, 260, 60, ["#e8872c", "#f2a23a", "#dd7420"], 21), crate(344, 336, 260, 60, ["#f2d04a", "#eec23a"], 19), crate(634, 336, 270, 60, ["#8fae4a", "#a9c45c", "#7a9a3c"], 20),
    crate(14, 512, 280, 76, ["#c42f2a", "#d8452f", "#a8241f"], 25), crate(334, 512, 284, 76, ["#6a3a6a", "#4f2a58", "#7d4a72"], 19), crate(652, 512, 290, 76, ["#c4342c", "#e0a83a", "#5f8a3c", "#d8632c"], 24),
    s.rect(0, 640, W, 90, s.down(640, 720, [[0, "#5a4438", 0.2], [1, "#2a1a18", 0.75]])),
    wave.map(([x, c]) => [s.path(`M${x - 6},30 L${x + 74},30 L${x + 82},150 Q${x + 41},${196} ${x - 2},150Z`, s.down(30, 190, [[0, darker(c, 0.28)], [0.3, c], [0.75, lighter(c, 0.15)], [1, darker(c, 0.2)]]))]), s.rect(-10, 20, W + 20, 18, s.down(20, 38, [[0, "#8a5a3a"], [1, "#3a2018"]])), s.rect(0, 170, W, 150, s.down(170, 320, [[0, "#2a1014", 0.5], [1, "#2a1014", 0]])),
    [150, 480, 800].map((x) => [s.line(`M${x},60 L${x},214`, "#2a1a18", 2.5), s.path(`M${x - 26},232 q26,-42 52,0Z`, "#33282a"), s.ellipse(x, 236, 10, 11, "#fff6d8"), s.glow(x, 240, 150, "#ffe2a0", 0.75)]),
    foliage(s, 250, 250, 60, 44, "#5c7f3c", 44, 15), foliage(s, 700, 246, 54, 44, "#6a8f46", 40, 15), Array.from({ length: 24 }, (_, i) => { const [x, y] = [i % 2 ? 250 + s.random.between(-50, 50) : 700 + s.random.between(-46, 46), 246 + s.random.between(-40, 30)]; return s.ellipse(x, y, 8, 7, s.random.pick(["#f3b0b8", "#f6d67a", "#e06a5a", "#fbf1e0"])); }),
  ];
}

