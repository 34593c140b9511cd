// Scenes by the water.
import { curve, darker, lighter, mix } from "../sheet.mjs";
import { cloud, foliage, H, hills, house, lamps, palm, sky, soft, W, water } from "./sky.mjs";

const walls = ["#d98e5f", "#e8c48e", "#c96d4b", "#efdcb8", "#d7a46a", "#b9614a", "#e3b07c"];

function boat(s, x, y, k, colour, sail) {
  const hull = `M${x - 70 * k},${y - 16 * k} C${x - 50 * k},${y + 12 * k} ${x - 30 * k},${y + 20 * k} ${x},${y + 20 * k} C${x + 34 * k},${y + 20 * k} ${x + 62 * k},${y + 4 * k} ${x + 84 * k},${y - 24 * k} C${x + 40 * k},${y - 12 * k} ${x - 30 * k},${y - 10 * k} ${x - 70 * k},${y - 16 * k}Z`;
  return s.group([
    s.soft(x + 4 * k, y + 26 * k, 82 * k, 12 * k, "#0c1a2b", 0.55, 6 * k),
    sail ? [s.line(`M${x},${y - 12 * k} L${x + 2 * k},${y - 190 * k}`, "#5a3b2a", 4 * k), s.path(`M${x + 6 * k},${y - 186 * k} C${x + 60 * k},${y - 130 * k} ${x + 72 * k},${y - 80 * k} ${x + 74 * k},${y - 34 * k} L${x + 6 * k},${y - 30 * k}Z`, s.linear(x, y - 180 * k, x + 80 * k, y, [[0, "#fffaf0"], [1, darker(sail, 0.2)]])), s.path(`M${x - 4 * k},${y - 170 * k} C${x - 34 * k},${y - 110 * k} ${x - 54 * k},${y - 60 * k} ${x - 62 * k},${y - 30 * k} L${x - 4 * k},${y - 34 * k}Z`, s.linear(x - 60 * k, 0, x, 0, [[0, lighter(sail, 0.4)], [1, darker(sail, 0.28)]]))] : s.line(`M${x + 20 * k},${y - 10 * k} L${x + 20 * k},${y - 70 * k}`, "#5a3b2a", 4 * k),
    s.path(hull, s.down(y - 24 * k, y + 20 * k, [[0, lighter(colour, 0.25)], [0.5, colour], [1, darker(colour, 0.55)]])),
    s.line(`M${x - 68 * k},${y - 12 * k} C${x - 30 * k},${y - 4 * k} ${x + 40 * k},${y - 6 * k} ${x + 80 * k},${y - 20 * k}`, "#fbf1df", 4 * k),
    s.path(`M${x - 34 * k},${y - 13 * k} L${x - 30 * k},${y - 36 * k} L${x + 6 * k},${y - 36 * k} L${x + 12 * k},${y - 13 * k}Z`, s.linear(x - 34 * k, 0, x + 12 * k, 0, [[0, "#fff6e6"], [1, "#b59c84"]])),
  ]);
}

export function harbour(s) {
  const row = [];
  for (let x = -20, i = 0; x < 620; i += 1) {
    const wide = s.random.between(52, 96);
    row.push(house(s, x, 432, wide, s.random.between(110, 220) * (1 - Math.max(0, x - 380) / 700), mix(walls[i % walls.length], "#6b4a6b", 0.25), { lit: 0.5 }));
    x += wide;
  }
  const reflections = Array.from({ length: 26 }, () => { const x = s.random.between(10, 600); return s.rect(x, 446, s.random.between(4, 12), s.random.between(60, 170), s.down(440, 620, [[0, "#ffca74", 0.75], [1, "#ffca74", 0]])); });
  return [
    sky(s, [[0, "#27395f"], [0.3, "#6b5a86"], [0.52, "#d9816a"], [0.62, "#f8bf7a"]], 460),
    s.glow(740, 400, 420, "#ffd68a", 0.9), s.ellipse(740, 396, 40, 40, "#fff0c4"),
    cloud(s, 250, 120, 380, "#c9788a", 0.55), cloud(s, 720, 190, 460, "#f3a27c", 0.65), cloud(s, 520, 70, 260, "#8a6c98", 0.5),
    hills(s, 414, 90, "#7d6488", { haze: "#f1a578", base: 440 }), hills(s, 436, 40, "#57496f", { haze: "#b77a78", base: 446 }),
    water(s, 432, H, "#2f4a74", "#ffc987", 740, { reach: 330 }),
    row, s.rect(-10, 428, 660, 16, s.down(428, 444, [[0, "#5a4554"], [1, "#241c2e"]])), soft(s, reflections, 3, { opacity: 0.75 }),
    s.path("M640,444 L650,430 L700,430 L900,438 L900,446Z", "#33283a"), s.rect(872, 372, 14, 66, s.linear(872, 0, 888, 0, [[0, "#f3e2cc"], [1, "#8a6a6a"]])), s.rect(869, 360, 20, 14, "#b5452e"), s.glow(879, 366, 60, "#ffe6a6", 0.8),
    boat(s, 470, 520, 0.9, "#b5452e"), boat(s, 250, 560, 1.15, "#1d4f7c"), boat(s, 660, 500, 0.6, "#efe3cf"), boat(s, 690, 622, 1.5, "#2f6b72", "#f4e3c4"),
    s.path(`M-10,${H} L-10,640 C120,630 220,660 330,${H}Z`, s.down(630, H, [[0, "#4a3440"], [1, "#1a1322"]])), [60, 150].map((x) => s.group([s.rect(x, 616, 26, 40, s.linear(x, 0, x + 26, 0, [[0, "#8a6a5a"], [1, "#2a1c26"]]), { rx: 6 }), s.ellipse(x + 13, 617, 17, 7, "#9a7a66")])), lamps(s, -10, 60, 470, 20, 50, 12),
  ];
}

export function sailing(s) {
  return [
    sky(s, [[0, "#3f86b5"], [0.5, "#a8d2df"], [0.72, "#f5ead0"]], 420),
    s.glow(180, 120, 380, "#fff6d8", 0.9), cloud(s, 640, 130, 420, "#ffffff", 0.85), cloud(s, 300, 240, 300, "#fdf3e2", 0.75), cloud(s, 860, 260, 260, "#fbe9d2", 0.7),
    hills(s, 408, 90, "#86a9b8", { haze: "#e3e3d3", base: 424 }), hills(s, 424, 44, "#5e8a88", { haze: "#b8cdbb", base: 430 }),
    house(s, 760, 412, 34, 30, "#f3e6cf", { lit: 0 }), house(s, 800, 410, 26, 40, "#e8cfa6", { lit: 0 }), house(s, 832, 414, 40, 26, "#f5ecd9", { lit: 0 }),
    water(s, 416, H, "#1f6f95", "#fdf2d0", 240, { reach: 420, count: 150 }),
    boat(s, 170, 446, 0.42, "#efe3cf", "#ffffff"),
    s.group([boat(s, 540, 560, 2.4, "#1d4f7c", "#f6e6c9")], { transform: "rotate(-6 540 560)" }),
    s.line("M380,610 C460,640 620,640 740,588", "#ffffff", 9, { opacity: 0.7, filter: s.blur(2.5) }), s.line("M300,650 C460,690 640,668 800,612", "#eaf6f4", 6, { opacity: 0.45, filter: s.blur(3) }),
    Array.from({ length: 6 }, () => { const [x, y] = [s.random.between(80, 800), s.random.between(80, 300)]; return s.line(`M${x - 14},${y - 5} q8,-8 14,3 q6,-11 15,-4`, "#ffffff", 3, { opacity: 0.9 }); }),
  ];
}

export function beach(s) {
  const parasol = (x, y, k, a, b) => {
    const wedge = (i) => `M${x},${y - 64 * k} Q${x + (i - 3) * 26 * k},${y - 60 * k} ${x + (i - 3) * 34 * k},${y + Math.abs(i - 3) * -2 * k} L${x + (i - 2) * 34 * k},${y + Math.abs(i - 2) * -2 * k} Q${x + (i - 2) * 26 * k},${y - 60 * k} ${x},${y - 64 * k}Z`;
    return s.group([s.soft(x + 60 * k, y + 124 * k, 100 * k, 18 * k, "#7a4a2a", 0.55, 9 * k), s.line(`M${x},${y - 60 * k} L${x + 8 * k},${y + 122 * k}`, "#efe0c8", 6 * k), Array.from({ length: 6 }, (_, i) => s.path(wedge(i), i % 2 ? a : b)), s.path(`M${x},${y - 64 * k} Q${x + 78 * k},${y - 60 * k} ${x + 102 * k},${y - 4 * k} L${x + 20 * k},${y - 1 * k}Z`, "#3a1620", { opacity: 0.2 }), s.ellipse(x, y - 66 * k, 4 * k, 5 * k, "#f4e6cf")]);
  };
  const foam = (y, a, o) => curve(Array.from({ length: 14 }, (_, i) => [-30 + i * 80, y + a * Math.sin(i * 1.3 + o) + i * -5]));
  return [
    sky(s, [[0, "#4f9cc4"], [0.6, "#bfe0e2"], [1, "#fbeed6"]], 330), s.glow(760, 80, 340, "#fff4cf", 0.9), cloud(s, 260, 110, 360, "#ffffff", 0.8), cloud(s, 620, 190, 280, "#fff6e8", 0.7),
    hills(s, 306, 76, "#7fa9b3", { haze: "#dfe6d6", base: 330 }),
    s.rect(0, 316, W, 220, s.down(316, 536, [[0, "#2a86a4"], [0.5, "#4fb2b8"], [1, "#bfe5d6"]])),
    Array.from({ length: 60 }, () => { const t = s.random(); return s.ellipse(s.random.between(0, W), 322 + 130 * t, 12 + 40 * t, 1 + 1.6 * t, "#ffffff", { opacity: 0.35 }); }),
    s.path("M-20,320 C60,250 120,240 170,262 C230,290 250,316 290,324Z", s.linear(0, 250, 260, 330, [[0, "#9fb07a"], [1, "#4d6a54"]])),
    s.path(`${foam(500, 9, 0)}L${W + 30},${H}L-30,${H}Z`, s.linear(0, 470, 600, H, [[0, "#f8e4ba"], [0.5, "#ecc98d"], [1, "#c9955c"]])),
    s.line(foam(492, 9, 0), "#ffffff", 12, { opacity: 0.95, filter: s.blur(1.5) }), s.line(foam(470, 8, 1.4), "#ffffff", 6, { opacity: 0.6, filter: s.blur(1.5) }), s.line(foam(510, 9, 0), "#b98a58", 8, { opacity: 0.45, filter: s.blur(4) }),
    Array.from({ length: 150 }, () => s.ellipse(s.random.between(0, W), s.random.between(540, H), s.random.between(1, 5), s.random.between(0.8, 2), s.random() < 0.5 ? "#fff3d3" : "#a77a4a", { opacity: 0.4 })),
    parasol(700, 440, 0.7, "#f6ead2", "#c4532f"), parasol(880, 470, 0.85, "#f6ead2", "#2f6c97"), parasol(330, 500, 1.25, "#f6ead2", "#1d4f7c"),
    s.group([s.soft(500, 666, 150, 18, "#7a4a2a", 0.5, 8), s.path("M380,640 L590,626 L640,664 L430,684Z", s.linear(380, 640, 640, 684, [[0, "#e98a63"], [1, "#b5452e"]])), [0, 1, 2, 3].map((i) => s.path(`M${404 + i * 50},${639 - i * 3.4} l20,-1.6 l50,40 l-20,2Z`, "#f8ead2", { opacity: 0.85 }))]),
    s.group([s.ellipse(250, 660, 34, 33, s.radial(238, 646, 50, [[0, "#fff8e6"], [0.7, "#efc86c"], [1, "#b97a32"]])), s.path("M250,627 C236,640 234,680 248,693 C262,680 264,640 250,627Z", "#c4532f", { opacity: 0.9 })]),
    palm(s, 40, 740, 520, "#4f8a4a", 84), s.soft(60, 712, 120, 18, "#7a4a2a", 0.4, 9),
  ];
}

export function cruise(s) {
  const decks = [[300, 452, 470], [330, 416, 400], [356, 380, 330], [390, 346, 230]];
  return [
    sky(s, [[0, "#24406e"], [0.35, "#8b6a94"], [0.6, "#ee9a72"], [0.78, "#fbd293"]], 520), s.glow(150, 470, 430, "#ffdf9c", 0.95), s.ellipse(150, 462, 46, 46, "#fff3cf"), cloud(s, 660, 120, 520, "#b97c9a", 0.55), cloud(s, 250, 250, 420, "#f6b08a", 0.6), cloud(s, 850, 280, 300, "#e38f7c", 0.5),
    hills(s, 506, 70, "#8b6f8e", { haze: "#f2b083", base: 522 }),
    water(s, 510, H, "#2d5079", "#ffd796", 150, { reach: 460, count: 150 }),
    s.soft(560, 560, 330, 20, "#0c1426", 0.7, 12),
    s.path("M206,488 L860,470 C850,520 838,548 816,566 L290,572 C250,560 226,530 206,488Z", s.down(470, 572, [[0, "#f8ecdc"], [0.5, "#d9bfae"], [0.52, "#234a70"], [1, "#12233f"]])),
    decks.map(([x, y, w], i) => [s.rect(x, y - 6, w, 40, s.linear(x, 0, x + w, 0, [[0, "#fff6e4"], [0.6, "#ecd6c2"], [1, "#a58a94"]]), { rx: 8 }), s.rect(x, y + 28, w, 6, "#4a3a52", { opacity: 0.35 }), Array.from({ length: Math.floor(w / 21) }, (_, k) => [s.glow(x + 16 + k * 21, y + 12, 20, "#ffd58a", 0.28), s.rect(x + 11 + k * 21, y + 6, 11, 14, s.random() < 0.75 ? "#ffe2a0" : "#5a6a86", { rx: 2 })]), i === 0 ? "" : s.rect(x - 4, y - 9, w + 8, 4, "#ffffff", { opacity: 0.8 })]),
    Array.from({ length: 26 }, (_, k) => s.ellipse(320 + k * 19, 506 - k * 0.5, 4, 4, k % 4 ? "#ffdf9a" : "#52617e")),
    s.path("M500,344 L514,270 L570,270 L588,344Z", s.linear(500, 0, 590, 0, [[0, "#e98a63"], [0.5, "#c4532f"], [1, "#6b2620"]])), s.path("M508,300 L578,300 L581,314 L505,314Z", "#fbf1df"), soft(s, [s.ellipse(600, 240, 50, 18, "#6a5272"), s.ellipse(670, 214, 70, 22, "#7d6286"), s.ellipse(760, 190, 80, 20, "#947294")], 14, { opacity: 0.5 }),
    s.line("M440,344 L440,300 M430,312 L450,312", "#4a3a52", 3), s.rect(742, 392, 70, 20, s.linear(742, 0, 812, 0, [[0, "#f0a06c"], [1, "#8a3a2a"]]), { rx: 9 }),
    s.line("M270,578 C420,600 660,598 840,572", "#ffffff", 7, { opacity: 0.7, filter: s.blur(2.5) }), s.line("M120,620 C340,640 640,640 900,596", "#ffe6c0", 5, { opacity: 0.35, filter: s.blur(3) }),
    boat(s, 140, 640, 0.8, "#7a3326", "#f6dfb8"),
  ];
}

export function lighthouse(s) {
  const stars = Array.from({ length: 120 }, () => s.ellipse(s.random.between(0, W), s.random.between(0, 380), s.random.between(0.6, 1.9), s.random.between(0.6, 1.9), "#fff6dc", { opacity: s.random.between(0.3, 1) }));
  const beam = (d, o) => s.path(d, s.linear(640, 190, 0, 120, [[0, "#ffeab0", o], [1, "#ffeab0", 0]]), { filter: s.blur(6) });
  return [
    sky(s, [[0, "#101a38"], [0.45, "#2a3f70"], [0.72, "#6a6c97"], [1, "#d9a08a"]], 500), stars, s.glow(180, 150, 210, "#f3e6c8", 0.5), s.ellipse(180, 150, 34, 34, "#fdf3d9"), s.ellipse(190, 144, 30, 30, "#2a3f70", { opacity: 0.25 }),
    cloud(s, 420, 330, 420, "#6d6a94", 0.6), cloud(s, 150, 400, 360, "#b98a92", 0.5), beam("M640,194 L-20,40 L-20,250Z", 0.75), beam("M640,194 L980,130 L980,270Z", 0.5),
    hills(s, 478, 60, "#4a5580", { haze: "#a98a96", base: 500 }),
    water(s, 484, H, "#1d3358", "#f6e0b4", 200, { reach: 300 }),
    s.path("M420,720 C430,640 470,600 520,560 C560,520 600,506 660,500 C760,496 860,540 980,560 L980,720Z", s.linear(430, 500, 900, 720, [[0, "#7d7286"], [0.35, "#4a4560"], [1, "#171a30"]])), Array.from({ length: 26 }, () => { const x = s.random.between(470, 940); const y = 560 + s.random() * 150; return s.path(`M${x},${y} l${s.random.between(20, 46)},${s.random.between(-22, -8)} l${s.random.between(16, 40)},${s.random.between(12, 26)}Z`, s.random() < 0.5 ? "#9a8c9a" : "#1c1e36", { opacity: 0.2, filter: s.blur(3) }); }),
    s.path("M600,510 L616,226 L664,226 L684,510Z", s.linear(600, 0, 684, 0, [[0, "#fff6e2"], [0.45, "#e3cdb8"], [1, "#6d5a72"]])), [[274, 330], [386, 446]].map(([a, b]) => { const k = (y) => (y - 226) / 284; return s.path(`M${616 - 16 * k(a)},${a} L${664 + 20 * k(a)},${a} L${664 + 20 * k(b)},${b} L${616 - 16 * k(b)},${b}Z`, s.linear(600, 0, 684, 0, [[0, "#dd6d4a"], [0.45, "#b5452e"], [1, "#4f1f26"]])); }), [300, 362, 424].map((y) => s.rect(634, y, 11, 20, "#ffdf98", { rx: 5 })),
    s.rect(604, 218, 72, 11, "#33283e", { rx: 3 }), s.rect(620, 172, 40, 46, s.radial(640, 196, 34, [[0, "#fffbe8"], [0.5, "#ffe2a0"], [1, "#e0a65a"]])), s.line("M620,172 L620,218 M640,172 L640,218 M660,172 L660,218 M604,206 L676,206", "#33283e", 3), s.path("M612,174 L640,140 L668,174Z", "#8a3226"), s.glow(640, 195, 170, "#fff0bf", 0.95),
    house(s, 700, 512, 96, 56, "#e3d0bc", { lit: 1 }), foliage(s, 840, 540, 60, 20, "#3f4f4a", 30, 16), s.line("M440,690 C480,660 520,690 560,676", "#e9dfe0", 5, { opacity: 0.5, filter: s.blur(2) }), s.line("M400,712 C450,690 480,716 530,706", "#e9dfe0", 6, { opacity: 0.5, filter: s.blur(2.5) }),
  ];
}
