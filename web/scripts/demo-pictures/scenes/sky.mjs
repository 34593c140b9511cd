// Parts that several scenes share: skies, water, hills, houses, plants, light.
import { curve, darker, lighter, mix } from "../sheet.mjs";

export const W = 960;
export const H = 720;

export const soft = (s, children, deviation, more = {}) => s.group(children, { filter: s.blur(deviation), ...more });

export function sky(s, stops, bottom = H) {
  return s.rect(0, 0, W, bottom, s.down(0, bottom, stops));
}

export function cloud(s, x, y, wide, colour, opacity = 0.7) {
  const puffs = Array.from({ length: 9 }, (_, i) => {
    const t = i / 8 - 0.5;
    return s.ellipse(x + t * wide, y - Math.cos(t * 3) * wide * 0.07 + s.random.between(-4, 4), wide * s.random.between(0.1, 0.17), wide * s.random.between(0.035, 0.07), colour);
  });
  return soft(s, [puffs, s.ellipse(x, y + wide * 0.02, wide * 0.55, wide * 0.035, colour)], 7, { opacity });
}

/** A range of hills from side to side; the further, the paler. */
export function hills(s, y, height, colour, { base = H, haze = "#f3d3a8", steps = 9, blur = 0 } = {}) {
  const points = Array.from({ length: steps + 1 }, (_, i) => [-30 + (i * (W + 60)) / steps, y - height * s.random()]);
  const d = `${curve(points)}L${W + 40},${base}L-40,${base}Z`;
  return s.path(d, s.down(y - height, y + height * 0.9, [[0, colour], [1, mix(colour, haze, 0.45)]]), blur ? { filter: s.blur(blur) } : {});
}

/** Water with the light of (lx) running down it. */
export function water(s, top, bottom, colour, shine, lx, { count = 120, reach = 260 } = {}) {
  const glints = Array.from({ length: count }, () => {
    const t = Math.pow(s.random(), 1.6);
    const y = top + 3 + (bottom - top) * t;
    const x = lx + (s.random() + s.random() - 1) * (60 + reach * t);
    const wide = (8 + 60 * t) * s.random.between(0.4, 1);
    return s.ellipse(x, y, wide, 0.8 + 2.6 * t, shine, { opacity: s.random.between(0.25, 0.8) });
  });
  const waves = Array.from({ length: 70 }, () => {
    const t = s.random();
    const y = top + (bottom - top) * t * t;
    const x = s.random.between(-40, W);
    const wide = 20 + 130 * t;
    return s.path(`M${x.toFixed(0)},${y.toFixed(1)} q${(wide / 2).toFixed(0)},${(-2 - 4 * t).toFixed(1)} ${wide.toFixed(0)},0 q${(-wide / 2).toFixed(0)},${(3 + 4 * t).toFixed(1)} ${(-wide).toFixed(0)},0Z`, s.random() < 0.5 ? lighter(colour, 0.3) : darker(colour, 0.4), { opacity: 0.35 });
  });
  return s.group([s.rect(0, top, W, bottom - top, s.down(top, bottom, [[0, mix(colour, shine, 0.55)], [0.3, colour], [1, darker(colour, 0.5)]])), waves, s.glow(lx, top, 260, shine, 0.5), glints]);
}

/** One house: walls lit from the left, roof of tiles, windows, some of them lit. */
export function house(s, x, base, wide, tall, colour, { roof = "#a8492d", lit = 0.3, shutters = "#3d6a7d", glow = "#ffd383", flat = false } = {}) {
  const top = base - tall;
  const columns = Math.max(1, Math.round(wide / 34));
  const rows = Math.max(1, Math.floor((tall - 14) / 44));
  const windows = Array.from({ length: columns * rows }, (_, i) => {
    const wx = x + ((i % columns) + 0.5) * (wide / columns);
    const wy = top + 16 + Math.floor(i / columns) * 44;
    const on = s.random() < lit;
    return [
      on ? s.glow(wx, wy + 11, 30, glow, 0.5) : "",
      s.rect(wx - 6.5, wy, 13, 23, on ? s.down(wy, wy + 23, [[0, "#fff0c4"], [1, glow]]) : darker(mix(colour, "#2f4a60", 0.65), 0.25)),
      s.rect(wx - 13, wy - 1, 6, 25, shutters),
      s.rect(wx + 7, wy - 1, 6, 25, darker(shutters, 0.25)),
      s.rect(wx - 13, wy + 25, 27, 3, darker(colour, 0.3), { opacity: 0.7 }),
      s.rect(wx - 6.5, wy, 13, 4, "#1b1020", { opacity: 0.25 }),
    ];
  });
  return s.group([
    s.rect(x, top, wide, tall + 2, s.linear(x, top, x + wide, base, [[0, lighter(colour, 0.28)], [0.55, colour], [1, darker(colour, 0.32)]])),
    s.rect(x + wide - 7, top, 7, tall, "#1b1020", { opacity: 0.16 }),
    windows,
    flat ? s.rect(x - 3, top - 6, wide + 6, 9, lighter(colour, 0.3)) : [s.rect(x - 4, top, wide + 8, 9, "#1b1020", { opacity: 0.25 }), s.path(`M${x - 6},${top + 4} L${x + wide * 0.16},${top - 22} L${x + wide * 0.84},${top - 22} L${x + wide + 6},${top + 4}Z`, s.linear(x, top, x + wide, top, [[0, lighter(roof, 0.25)], [1, darker(roof, 0.35)]]))],
  ]);
}

export function palm(s, x, base, tall, colour, lean = 20) {
  const [tx, ty] = [x + lean, base - tall];
  const fronds = Array.from({ length: 15 }, (_, i) => {
    const a = -Math.PI * 1.12 + (((i * 7) % 15) / 14) * Math.PI * 1.24;
    const r = tall * s.random.between(0.34, 0.44);
    const [ex, ey] = [tx + Math.cos(a) * r, ty + Math.sin(a) * r * 0.4 + r * 0.34];
    const [mx, my] = [tx + Math.cos(a) * r * 0.55, ty + Math.sin(a) * r * 0.62 - r * 0.06];
    const tone = mix(lighter(colour, 0.3), darker(colour, 0.45), (Math.cos(a) + 1) / 2 + s.random.between(-0.15, 0.15));
    const leaflets = Array.from({ length: 16 }, (_, k) => {
      const t = (k + 2) / 18;
      const px = (1 - t) ** 2 * tx + 2 * t * (1 - t) * mx + t * t * ex;
      const py = (1 - t) ** 2 * ty + 2 * t * (1 - t) * my + t * t * ey;
      const drop = r * 0.2 * Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.1));
      return s.line(`M${px.toFixed(1)},${py.toFixed(1)} q${(Math.cos(a) * 8).toFixed(1)},${(drop * 0.4).toFixed(1)} ${(Math.cos(a) * 14).toFixed(1)},${drop.toFixed(1)}`, tone, 4.5);
    });
    return [leaflets, s.line(`M${tx},${ty} Q${mx.toFixed(1)},${my.toFixed(1)} ${ex.toFixed(1)},${ey.toFixed(1)}`, lighter(tone, 0.2), 3)];
  });
  return s.group([s.path(`M${x - tall * 0.03},${base} Q${x + lean * 0.1},${base - tall * 0.5} ${tx - 5},${ty} L${tx + 5},${ty} Q${x + lean * 0.2 + tall * 0.03},${base - tall * 0.5} ${x + tall * 0.035},${base}Z`, s.linear(x - 8, 0, x + 40, 0, [[0, "#b38a60"], [1, "#5a3d2c"]])), fronds]);
}

/** A leafy mass made of overlapping tufts, lit from the upper left. */
export function foliage(s, cx, cy, rx, ry, colour, count = 46, size = 20) {
  const tufts = Array.from({ length: count }, (_, i) => {
    const a = s.random() * Math.PI * 2;
    const k = Math.sqrt(s.random());
    return { x: cx + Math.cos(a) * rx * k, y: cy + Math.sin(a) * ry * k, r: size * s.random.between(0.6, 1.25), i };
  }).sort((a, b) => b.y - a.y || a.i - b.i);
  return s.group(tufts.map(({ x, y, r }) => {
    const t = Math.max(0, Math.min(1, ((x - cx) / rx + (y - cy) / ry + 1.6) / 3.2));
    return s.ellipse(x, y, r * 1.1, r * 0.8, mix(lighter(colour, 0.38), darker(colour, 0.55), t), { opacity: 0.95 });
  }));
}

/** A string of small lamps hanging between two points. */
export function lamps(s, x1, y1, x2, y2, sag, count, colour = "#ffd98c", size = 5) {
  const at = (t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)];
  const d = Array.from({ length: 21 }, (_, i) => at(i / 20).map((v) => v.toFixed(1)).join(","));
  return s.group([s.line(`M${d.join("L")}`, "#2a1a20", 2, { opacity: 0.7 }), Array.from({ length: count }, (_, i) => { const [x, y] = at((i + 0.5) / count); return [s.glow(x, y + 6, size * 7, colour, 0.6), s.ellipse(x, y + 6, size, size * 1.2, "#fff3cf")]; })]);
}

/** A disc seen at a slant: plates, pans, tables. `k` is height over width. */
export function plate(s, cx, cy, r, colour, k = 0.62, { rim = 0.74, shadow = 0.5 } = {}) {
  return s.group([
    s.soft(cx + r * 0.1, cy + r * k * 0.24, r * 1.04, r * k * 1.0, "#24100c", shadow, r * 0.07),
    s.ellipse(cx, cy + r * 0.035, r, r * k, darker(colour, 0.45)),
    s.ellipse(cx, cy, r, r * k, s.linear(cx - r, cy - r * k, cx + r, cy + r * k, [[0, lighter(colour, 0.5)], [0.5, colour], [1, darker(colour, 0.25)]])),
    s.ellipse(cx, cy + r * 0.012, r * rim, r * k * rim, s.linear(cx - r, cy - r * k, cx + r, cy + r * k, [[0, darker(colour, 0.24)], [0.6, colour], [1, lighter(colour, 0.45)]])),
    s.ellipse(cx, cy, r * 0.985, r * k * 0.98, "none", { stroke: "#ffffff", strokeWidth: 2, opacity: 0.5 }),
  ]);
}
