// Parts that all market pictures share: repetition, transforms, textures by noise, light over the whole picture.
import { curve, darker, lighter, mix } from "../sheet.mjs";

export const many = (count, draw) => Array.from({ length: count }, (_, i) => draw(i));
export const f = (v) => +v.toFixed(1);
const unit = (hex) => [1, 3, 5].map((i) => (parseInt(hex.slice(i, i + 2), 16) / 255).toFixed(3));

/** Moves, turns and scales a drawing made around the origin. */
export function put(s, children, x, y, { turn = 0, k = 1, ky = k, more = {} } = {}) {
  return s.group(children, { transform: `translate(${f(x)} ${f(y)}) rotate(${f(turn)}) scale(${+k.toFixed(3)} ${+ky.toFixed(3)})`, ...more });
}

/** Picks by the number of the picture in its family, so that neighbours differ. */
export const cycle = (s, list, step = 1, offset = 0) => list[(s.index * step + offset) % list.length];
export const chance = (s, p) => s.random() < p;
export const soft = (s, children, deviation, more = {}) => s.group(children, { filter: s.blur(f(deviation)), ...more });
export const multiply = { style: "mix-blend-mode:multiply" };
export const softLight = { style: "mix-blend-mode:soft-light" };
export const screen = { style: "mix-blend-mode:screen" };

/** Specks or streaks of a colour, clipped to the shape that wears the filter. */
export function noise(s, colour, { x = 0.02, y = x, octaves = 3, strength = 2.2, cut = 0.95, seed = 1 } = {}) {
  const [r, g, b] = unit(colour);
  return s.define(
    `<filter ID x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${x} ${y}" numOctaves="${octaves}" seed="${seed}"/><feColorMatrix values="0 0 0 0 ${r}  0 0 0 0 ${g}  0 0 0 0 ${b}  ${strength} 0 0 0 ${-cut}"/><feComposite operator="in" in2="SourceGraphic"/></filter>`,
  );
}

/** Uneven relief in light from the upper left. */
export function relief(s, { frequency = 0.04, octaves = 3, height = 6, seed = 2, elevation = 52 } = {}) {
  const gain = (1 / Math.sin((elevation * Math.PI) / 180)).toFixed(3);
  return s.define(
    `<filter ID x="-2%" y="-2%" width="104%" height="104%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/><feDiffuseLighting surfaceScale="${height}" lighting-color="#ffffff" result="l"><feDistantLight azimuth="225" elevation="${elevation}"/></feDiffuseLighting><feComposite in="SourceGraphic" in2="l" operator="arithmetic" k1="${gain}" k2="0" k3="0" k4="0"/><feComposite operator="in" in2="SourceGraphic"/></filter>`,
  );
}

/** Edges that waver like something made by hand. */
export function waver(s, scale = 10, frequency = 0.02, seed = 3) {
  return s.define(
    `<filter ID x="-10%" y="-10%" width="120%" height="120%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="2" seed="${seed}"/><feDisplacementMap in="SourceGraphic" scale="${scale}" xChannelSelector="R" yChannelSelector="G"/></filter>`,
  );
}

/** Light from a window that falls across the picture, with the shadow of its bars or of leaves. */
export function sunlight(s, colour = "#fff1cf", { bars = true, opacity = 0.35, turn = -24, x = 0.2, wide = 0.5 } = {}) {
  const [w, h] = [s.width, s.height];
  const panes = bars
    ? many(6, (i) => s.rect((i % 2) * w * wide * 0.55, Math.floor(i / 2) * h * 0.42, w * wide * 0.5, h * 0.38, colour))
    : s.rect(0, -h, w * wide, h * 3, colour);
  return soft(s, put(s, s.group(panes, { transform: "skewX(-18)" }), w * x, -h * 0.1, { turn }), w * 0.012, { opacity, ...softLight });
}

export function leafShadow(s, opacity = 0.3, seed = s.random() * 99) {
  const r = s.random;
  const [ox, oy] = [s.width * (seed % 2 < 1 ? -0.05 : 1.05), -s.height * 0.05];
  const leaves = many(9, (i) => put(s, s.path("M0,0 C40,-60 130,-70 190,0 C130,40 50,40 0,0Z", "#2a1420"), ox + r.between(-80, 80), oy + i * s.height * 0.09, { turn: (ox > 0 ? 180 : 0) + r.between(-60, 40) * (ox > 0 ? -1 : 1), k: (s.width / 800) * r.between(0.8, 1.7) }));
  return soft(s, leaves, s.width * 0.012, { opacity, ...multiply });
}

/** Out-of-focus points of light. */
export function bokeh(s, count, colours, { x = [0, 1], y = [0, 0.6], size = [14, 46], opacity = [0.12, 0.45] } = {}) {
  const r = s.random;
  return s.group(many(count, () => {
    const [px, py, q, c] = [s.width * r.between(...x), s.height * r.between(...y), r.between(...size), r.pick(colours)];
    return s.ellipse(px, py, q, q, s.radial(px, py, q, [[0, c, 0.75], [0.8, c, 0.9], [0.9, lighter(c, 0.3), 1], [1, c, 0]]), { opacity: r.between(...opacity), ...screen });
  }));
}

export const steam = (s, x, y, k = 1, opacity = 0.35) =>
  soft(s, many(3, (i) => s.line(`M${f(x + (i - 1) * 34 * k)},${f(y)} c${-30 * k},${-50 * k} ${40 * k},${-70 * k} ${8 * k},${-130 * k} c${-22 * k},${-40 * k} ${26 * k},${-60 * k} ${10 * k},${-100 * k}`, "#ffffff", 14 * k)), 9 * k, { opacity });

/** A colour wash that unifies the picture. */
export const wash = (s, colour, opacity = 0.2) => s.rect(0, 0, s.width, s.height, colour, { opacity, ...softLight });

const board = (s, colour) => {
  const r = s.random;
  const [n, wide] = [r.pick([5, 6, 7]), Math.hypot(s.width, s.height) * 1.1];
  const tall = wide / n;
  return many(n + 1, (i) => {
    const c = mix(lighter(colour, r.between(0, 0.2)), darker(colour, r.between(0, 0.22)), r());
    const y = i * tall - wide * 0.1;
    return [s.rect(-wide * 0.1, y, wide * 1.2, tall, s.down(y, y + tall, [[0, lighter(c, 0.12)], [0.1, c], [0.92, darker(c, 0.1)], [1, darker(c, 0.6)]])),
      s.rect(-wide * 0.1, y, wide * 1.2, tall - 3, "#000", { filter: noise(s, darker(colour, 0.75), { x: 0.0025, y: 0.06, strength: 2.6, cut: 1.15, seed: i + 3 }), opacity: 0.75 }),
      s.rect(-wide * 0.1, y, wide * 1.2, tall - 3, "#000", { filter: noise(s, lighter(colour, 0.4), { x: 0.004, y: 0.12, strength: 2, cut: 1.0, seed: i + 40 }), opacity: 0.3 })];
  });
};

/** A table top seen from above, over the whole sheet. */
export function tabletop(s, kind, colour) {
  const [w, h, r] = [s.width, s.height, s.random];
  const all = (fill, more) => s.rect(-20, -20, w + 40, h + 40, fill, more);
  const seed = Math.floor(r.between(1, 90));
  const light = s.radial(w * 0.25, h * 0.15, w * 1.2, [[0, "#fff4da", 0.5], [0.5, "#fff4da", 0], [0.6, "#1a0c14", 0], [1, "#1a0c14", 0.5]]);
  const kinds = {
    wood: () => { const d = Math.hypot(w, h); return put(s, s.group(board(s, colour), { transform: `translate(${f(-d / 2)} ${f(-d / 2)})` }), w / 2, h / 2, { turn: r.pick([-8, 4, 82, 97, 35]) }); },
    marble: () => [all(s.linear(0, 0, w, h, [[0, lighter(colour, 0.3)], [1, darker(colour, 0.08)]])), all("#000", { filter: noise(s, mix(colour, "#5b6270", 0.75), { x: 0.004, y: 0.009, octaves: 5, strength: 4, cut: 2.1, seed }), opacity: 0.55 }), all("#000", { filter: noise(s, "#b08a5a", { x: 0.007, y: 0.003, octaves: 4, strength: 6, cut: 3.55, seed: seed + 5 }), opacity: 0.5 })],
    linen: () => [all(colour), all("#000", { filter: noise(s, darker(colour, 0.5), { x: 0.006, y: 0.55, octaves: 2, strength: 1.8, cut: 0.8, seed }), opacity: 0.4 }), all("#000", { filter: noise(s, lighter(colour, 0.8), { x: 0.55, y: 0.006, octaves: 2, strength: 1.8, cut: 0.8, seed: seed + 1 }), opacity: 0.4 }), soft(s, many(4, () => s.line(`M${f(r.between(-50, w))},-40 Q${f(r.between(0, w))},${h / 2} ${f(r.between(0, w))},${h + 40}`, darker(colour, 0.5), 26)), 16, { opacity: 0.3 }), soft(s, many(3, () => s.line(`M${f(r.between(-50, w))},-40 Q${f(r.between(0, w))},${h / 2} ${f(r.between(0, w))},${h + 40}`, "#ffffff", 20)), 14, { opacity: 0.3 })],
    slate: () => [all(colour, { filter: relief(s, { frequency: 0.012, octaves: 5, height: 4.5, seed }) }), all("#000", { filter: noise(s, lighter(colour, 0.5), { x: 0.02, octaves: 5, strength: 3, cut: 1.75, seed }), opacity: 0.4 })],
    plaster: () => [all(colour, { filter: relief(s, { frequency: 0.006, octaves: 4, height: 2.2, seed }) }), all("#000", { filter: noise(s, darker(colour, 0.4), { x: 0.3, octaves: 2, strength: 3, cut: 1.8, seed }), opacity: 0.25 })],
    tile: () => { const q = w / 4; return [all(darker(colour, 0.35)), many(25, (i) => { const [x, y] = [(i % 5) * q - q * 0.4, Math.floor(i / 5) * q - q * 0.3]; const c = mix(colour, r.pick([lighter(colour, 0.35), darker(colour, 0.18)]), r()); return [s.rect(x, y, q - 7, q - 7, s.linear(x, y, x + q, y + q, [[0, lighter(c, 0.2)], [1, darker(c, 0.1)]]), { rx: 5 }), s.line(`M${f(x + 6)},${f(y + q - 16)} V${f(y + 6)} H${f(x + q - 16)}`, "#ffffff", 3, { opacity: 0.35 })]; })]; },
    terrazzo: () => [all(colour), many(240, () => { const [x, y, q] = [r() * w, r() * h, r.between(4, 16)]; return s.path(`M${f(x)},${f(y)} l${f(q)},${f(r.between(-q, q) * 0.5)} l${f(r.between(-4, 4))},${f(q * 0.8)} l${f(-q)},${f(r.between(-3, 6))}Z`, r.pick(["#c9785a", "#7d8f86", "#e9d9bf", "#4f5a66", "#d6b06a", "#f6efe4"]), { opacity: 0.75 }); })],
  };
  return s.group([kinds[kind](), all(light)]);
}

/** A leaf around the origin, its stem at the left. */
export function leaf(s, colour, long = 60, wide = 18) {
  return [s.path(`M0,0 C${f(long * 0.25)},${f(-wide)} ${f(long * 0.7)},${f(-wide)} ${long},0 C${f(long * 0.7)},${f(wide * 0.8)} ${f(long * 0.25)},${f(wide * 0.9)} 0,0Z`, s.down(-wide, wide, [[0, lighter(colour, 0.35)], [0.48, colour], [0.52, darker(colour, 0.25)], [1, darker(colour, 0.45)]])), s.line(`M0,0 Q${f(long * 0.5)},-1 ${f(long * 0.94)},0`, lighter(colour, 0.5), 1.2, { opacity: 0.6 })];
}

/** A plant in a pot; `y` is the floor, `tall` its height. */
export function plant(s, x, y, tall, kind = "broad", pot = "#c4633c", green = "#4c7a45") {
  const r = s.random;
  const k = tall / 100;
  const [pw, ph] = [17, 26];
  const stems = {
    broad: () => many(13, (i) => { const a = -160 + i * 11.6 + r.between(-8, 8); return put(s, leaf(s, mix(green, r.pick(["#8fb25c", "#2c5a45"]), r.between(0, 0.5)), 42 + 14 * Math.sin(i * 1.7), 13), 0, -ph - 6, { turn: a }); }),
    fern: () => many(17, (i) => { const a = ((-170 + i * 10) * Math.PI) / 180; const [ex, ey] = [Math.cos(a) * 46, Math.sin(a) * 58 - ph + 18 * Math.abs(Math.cos(a))]; return s.line(`M0,${-ph} Q${f(ex * 0.5)},${f(ey - 18)} ${f(ex)},${f(ey)}`, mix(green, "#a9c46c", r() * 0.6), 4.5); }),
    tree: () => [s.line(`M0,${-ph} C-4,-44 4,-52 0,-64`, "#6d4a33", 4), many(46, () => { const [a, d] = [r() * 6.28, Math.sqrt(r()) * 30]; const [px, py] = [Math.cos(a) * d, -74 + Math.sin(a) * d * 0.85]; return s.ellipse(px, py, 8, 6.4, mix(lighter(green, 0.35), darker(green, 0.5), Math.max(0, Math.min(1, (px + py + 110) / 70)))); })],
    snake: () => many(9, (i) => { const a = (i - 4) * 7; return s.path(`M${a * 0.5 - 4},${-ph} Q${a - 8},-60 ${a * 1.5},${f(-78 - r.between(0, 18))} Q${a + 8},-60 ${a * 0.5 + 4},${-ph}Z`, s.linear(a - 8, 0, a + 8, 0, [[0, lighter(green, 0.4)], [0.3, green], [0.8, darker(green, 0.4)], [1, "#c9c46a"]])); }),
  };
  return put(s, [s.soft(6, 0, 26, 5, "#1a0c14", 0.5, 3), (stems[kind] ?? stems.broad)(), s.path(`M${-pw},${-ph} L${pw},${-ph} L${pw * 0.76},0 L${-pw * 0.76},0Z`, s.linear(-pw, 0, pw, 0, [[0, lighter(pot, 0.35)], [0.45, pot], [1, darker(pot, 0.5)]])), s.ellipse(0, -ph, pw, 3.4, darker(pot, 0.55))], x, y, { k });
}

/** A standing person, feet at (x, y); seen from behind unless `front`. Clothes and hair vary by the seed. */
export function person(s, x, y, tall, { coat = "#34506b", legs = "#2a2a38", skin = s.random.pick(["#e0ab86", "#c98d6a", "#9a6244", "#6d4632"]), hair = "#2c1d18", turn = 0, arms = "down", front = false } = {}) {
  const dress = arms === "down" && s.random() < 0.35;
  const long = s.random() < 0.5;
  const limb = { down: "M-11,-80 C-16,-68 -16,-58 -14,-46 M11,-80 C16,-68 16,-58 14,-46", up: "M-11,-80 C-20,-86 -22,-102 -19,-114 M11,-80 C20,-86 22,-102 19,-114", hold: "M-11,-80 C-17,-68 -9,-60 2,-62 M11,-80 C17,-68 11,-60 2,-62" }[arms];
  const cloth = s.linear(-13, 0, 13, 0, [[0, lighter(coat, 0.32)], [0.5, coat], [1, darker(coat, 0.45)]]);
  const trousers = s.linear(-9, 0, 9, 0, [[0, lighter(legs, 0.2)], [1, darker(legs, 0.4)]]);
  return put(s, [
    s.soft(6, 0, 20, 3.4, "#120a14", 0.5, 2.6), dress ? [s.path("M-6,-22 L-5.4,0 L-1.6,0 L-1.4,-22Z M1.4,-22 L1.6,0 L5.4,0 L6,-22Z", darker(skin, 0.15))] : s.path("M-9,-50 L-7.6,-3 L-8.6,0 L-1.8,0 L-0.6,-40 L1.4,0 L8,0 L7.2,-3 L9,-50Z", trousers),
    s.line(limb, darker(coat, 0.2), 5), dress ? s.path("M-10.5,-84 C-4,-88 4,-88 10.5,-84 L8,-62 L14,-20 Q0,-15 -14,-20 L-8,-62Z", cloth) : s.path("M-11.5,-84 C-4,-88.4 4,-88.4 11.5,-84 L10,-62 L10.6,-43 Q0,-40 -10.6,-43 L-10,-62Z", cloth),
    s.rect(-2.8, -91, 5.6, 7, darker(skin, 0.18)), s.ellipse(0, -97, 6.6, 8, s.linear(-7, 0, 7, 0, [[0, lighter(skin, 0.22)], [1, darker(skin, 0.35)]])),
    front ? [s.path("M-7,-96 C-8.6,-109 8.6,-109 7,-96 C4,-102 -3,-103 -7,-96Z", hair), [-2.5, 2.5].map((o) => s.ellipse(o, -96.6, 0.75, 0.95, "#2a1818")), s.line("M-2,-93 Q0,-91.4 2,-93", darker(skin, 0.55), 0.8)] : s.path(long ? "M-7.2,-97 C-8.6,-109 8.6,-109 7.2,-97 C9,-88 8,-82 6,-80 C2,-78.6 -2,-78.6 -6,-80 C-8,-82 -9,-88 -7.2,-97Z" : "M-7,-96 C-8.4,-109 8.4,-109 7,-96 C6.6,-91 4,-89.4 0,-89.4 C-4,-89.4 -6.6,-91 -7,-96Z", s.linear(-7, 0, 7, 0, [[0, lighter(hair, 0.25)], [1, darker(hair, 0.3)]])),
  ], x, y, { k: tall / 105, turn });
}

/** A smooth closed shape around (x, y). */
export function blob(s, x, y, rx, ry = rx, { steps = 9, rough = 0.16 } = {}) {
  return curve(many(steps, (i) => { const a = (i / steps) * Math.PI * 2; const q = 1 + s.random.between(-rough, rough); return [x + Math.cos(a) * rx * q, y + Math.sin(a) * ry * q]; }), { closed: true, tension: 1 });
}

export { curve, darker, lighter, mix };
