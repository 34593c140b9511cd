// Skies, water, land and trees for scenes in the open.
import { cloud, foliage, lamps, palm } from "../scenes/sky.mjs";
import { chance, curve, darker, f, lighter, many, mix, noise, put, soft } from "./kit.mjs";

export const HOURS = {
  dawn: { sky: ["#7f9ccc", "#e9b8b4", "#fde2b8"], sun: "#fff0cc", shadow: "#5a4a7a", cloud: "#fbe0d4", dim: 0.1 },
  noon: { sky: ["#3f8fcb", "#8fc8e6", "#e3f2ee"], sun: "#fffbe8", shadow: "#2a4a6a", cloud: "#ffffff", dim: 0 },
  gold: { sky: ["#6f8fc4", "#f2b880", "#ffdf98"], sun: "#fff0c0", shadow: "#5a3a5a", cloud: "#ffe4c0", dim: 0.08 },
  dusk: { sky: ["#2c3b70", "#a2608a", "#f5976c"], sun: "#ffd8a0", shadow: "#2a1f4a", cloud: "#c9789a", dim: 0.35 },
  night: { sky: ["#0a1230", "#1d2d5e", "#45558c"], sun: "#f4ecd4", shadow: "#0a0f28", cloud: "#3a4a7c", dim: 0.55 },
};
export const toned = (colour, hour) => mix(colour, hour.shadow, hour.dim);

export function openSky(s, time, horizon, { sun = [0.7, 0.4], clouds = 4, disc = true } = {}) {
  const hour = HOURS[time];
  const [w, r] = [s.width, s.random];
  const [sx, sy] = [w * sun[0], horizon * sun[1]];
  return [
    s.rect(0, 0, w, horizon + 40, s.down(0, horizon + 20, [[0, hour.sky[0]], [0.58, hour.sky[1]], [1, hour.sky[2]]])),
    time === "night" ? many(130, () => s.ellipse(r() * w, r() * horizon * 0.8, r.between(0.6, 2), r.between(0.6, 2), "#fff6dc", { opacity: r.between(0.2, 1) })) : "",
    s.glow(sx, sy, w * 0.34, hour.sun, time === "night" ? 0.3 : 0.85), disc ? s.ellipse(sx, sy, time === "night" ? 30 : 42, time === "night" ? 30 : 42, hour.sun) : "",
    many(clouds, (i) => cloud(s, w * ((i + r.between(0.1, 0.9)) / clouds), horizon * r.between(0.12, 0.62), w * r.between(0.2, 0.42), hour.cloud, time === "night" ? 0.35 : r.between(0.45, 0.8))),
  ];
}
export function ridge(s, y, tall, colour, { base = s.height, steps = 9, haze, sharp = false } = {}) {
  const w = s.width;
  const points = many(steps + 1, (i) => [-40 + (i * (w + 80)) / steps, y - tall * (sharp ? (i % 2 ? s.random.between(0.55, 1) : s.random.between(0, 0.45)) : s.random())]);
  const top = sharp ? `M${points.map((p) => p.map(f).join(",")).join("L")}` : curve(points);
  return s.path(`${top}L${w + 50},${base}L-50,${base}Z`, s.down(y - tall, Math.min(base, y + tall), [[0, colour], [1, haze ? mix(colour, haze, 0.55) : darker(colour, 0.2)]]));
}
/** Peaks with snow and lit flanks. */
export function peaks(s, y, tall, colour, { count = 5, snow = "#f6f4f2", base = s.height, haze = "#dfe6ee" } = {}) {
  const w = s.width;
  const r = s.random;
  return many(count, (i) => {
    const x = ((i * 3 + 1) % count) * (w / count) + r.between(-40, 120);
    const h = tall * r.between(0.55, 1);
    const half = h * r.between(0.75, 1.05);
    const edge = (side) => many(5, (j) => [x + side * half * ((j + 1) / 5) + r.between(-14, 14), y - h * (1 - (j + 1) / 5) + r.between(-10, 10)]);
    const [left, right] = [edge(-1), edge(1)];
    const spine = many(4, (j) => [x + r.between(-30, 40), y - h * (1 - (j + 1) / 4)]);
    const d = (list) => list.map((p) => `L${f(p[0])},${f(p[1])}`).join(" ");
    const cap = (list, k) => { const [a, b] = [list[0], list[1]]; return `L${f(a[0] + (b[0] - a[0]) * k)},${f(a[1] + (b[1] - a[1]) * k)}`; };
    return s.group([s.path(`M${f(x)},${f(y - h)} ${d(left)} L${f(x)},${base} ${d([...spine].reverse())}Z`, s.down(y - h, y, [[0, lighter(colour, 0.42)], [1, mix(lighter(colour, 0.1), haze, 0.5)]])), s.path(`M${f(x)},${f(y - h)} ${d(right)} L${f(x)},${base} ${d([...spine].reverse())}Z`, s.down(y - h, y, [[0, darker(colour, 0.28)], [1, mix(colour, haze, 0.45)]])),
      s.path(`M${f(x)},${f(y - h)} ${cap([[x, y - h], left[1]], 1)} L${f(x - half * 0.16)},${f(y - h * 0.7)} L${f(x - half * 0.06)},${f(y - h * 0.62)} L${f(spine[0][0])},${f(y - h * 0.72)}Z`, snow), s.path(`M${f(x)},${f(y - h)} ${cap([[x, y - h], right[1]], 1)} L${f(x + half * 0.18)},${f(y - h * 0.68)} L${f(x + half * 0.08)},${f(y - h * 0.62)} L${f(spine[0][0])},${f(y - h * 0.72)}Z`, mix(snow, "#8fa4c8", 0.45))]);
  });
}
/** Water from `top` to `bottom`, with the light at x. */
export function waterPlane(s, top, bottom, time, { colour = "#1f6f95", lx = s.width * 0.7, glints = 130, swell = 80 } = {}) {
  const hour = HOURS[time];
  const c = toned(colour, hour);
  const [w, r, deep] = [s.width, s.random, bottom - top];
  return s.group([
    s.rect(0, top, w, deep, s.down(top, bottom, [[0, mix(c, hour.sky[2], 0.6)], [0.25, mix(c, hour.sky[1], 0.2)], [0.6, c], [1, darker(c, 0.45)]])),
    many(swell, () => { const t = r(); const [x, y, q] = [r.between(-60, w), top + deep * t * t, 24 + 170 * t]; return s.path(`M${f(x)},${f(y)} q${f(q / 2)},${f(-3 - 5 * t)} ${f(q)},0 q${f(-q / 2)},${f(3 + 5 * t)} ${f(-q)},0Z`, chance(s, 0.5) ? lighter(c, 0.35) : darker(c, 0.4), { opacity: 0.32 }); }),
    s.glow(lx, top, w * 0.25, hour.sun, 0.5),
    many(glints, () => { const t = Math.pow(r(), 1.6); const q = (10 + 64 * t) * r.between(0.4, 1); return s.ellipse(lx + (r() + r() - 1) * (70 + w * 0.33 * t), top + 3 + deep * t, q, 0.9 + 2.6 * t, hour.sun, { opacity: r.between(0.25, 0.8) }); }),
  ]);
}
export function tree(s, x, y, tall, colour = "#4f7a45", kind = "round") {
  const r = s.random;
  const trunk = (w) => s.path(`M${f(x - w)},${f(y)} Q${f(x - w * 0.4)},${f(y - tall * 0.3)} ${f(x - w * 0.4)},${f(y - tall * 0.6)} L${f(x + w * 0.4)},${f(y - tall * 0.6)} Q${f(x + w * 0.4)},${f(y - tall * 0.3)} ${f(x + w)},${f(y)}Z`, s.linear(x - w, 0, x + w, 0, [[0, "#9a7352"], [1, "#4a3226"]]));
  const kinds = {
    round: () => [trunk(tall * 0.05), foliage(s, x, y - tall * 0.68, tall * 0.34, tall * 0.3, colour, 54, tall * 0.1)],
    pine: () => [trunk(tall * 0.03), many(7, (i) => { const [ty, q] = [y - tall * (0.12 + i * 0.125), tall * (0.27 - i * 0.035)]; return s.path(`M${f(x)},${f(ty - tall * 0.24)} L${f(x + q)},${f(ty)} Q${f(x)},${f(ty + q * 0.25)} ${f(x - q)},${f(ty)}Z`, s.linear(x - q, 0, x + q, 0, [[0, lighter(colour, 0.22)], [0.45, colour], [1, darker(colour, 0.5)]])); })],
    cypress: () => [s.path(`M${f(x)},${f(y - tall)} C${f(x + tall * 0.14)},${f(y - tall * 0.55)} ${f(x + tall * 0.12)},${f(y - tall * 0.1)} ${f(x)},${f(y)} C${f(x - tall * 0.12)},${f(y - tall * 0.1)} ${f(x - tall * 0.14)},${f(y - tall * 0.55)} ${f(x)},${f(y - tall)}Z`, s.linear(x - tall * 0.12, 0, x + tall * 0.12, 0, [[0, lighter(colour, 0.25)], [0.5, colour], [1, darker(colour, 0.5)]])), many(14, () => s.ellipse(x + r.between(-0.07, 0.07) * tall, y - tall * r.between(0.1, 0.85), tall * 0.03, tall * 0.05, chance(s, 0.5) ? lighter(colour, 0.3) : darker(colour, 0.35), { opacity: 0.5 }))],
    umbrella: () => [trunk(tall * 0.04), foliage(s, x, y - tall * 0.82, tall * 0.5, tall * 0.13, colour, 60, tall * 0.08)],
    palm: () => palm(s, x, y, tall, colour, tall * r.between(-0.12, 0.16)),
  };
  return s.group([s.soft(x + tall * 0.1, y, tall * 0.3, tall * 0.035, "#140a16", 0.45, tall * 0.02), kinds[kind]()]);
}
export const bush = (s, x, y, w, colour, flowers) => [foliage(s, x, y, w, w * 0.55, colour, 34, w * 0.22), flowers ? many(22, () => { const [px, py] = [x + s.random.between(-1, 1) * w, y + s.random.between(-0.6, 0.5) * w]; return s.ellipse(px, py, w * 0.06, w * 0.055, flowers); }) : ""];
/** Grass or sand with uneven light. */
export function ground(s, d, colour, top, bottom, { grain = 0.5 } = {}) {
  return [s.path(d, s.down(top, bottom, [[0, lighter(colour, 0.25)], [0.4, colour], [1, darker(colour, 0.42)]])), s.path(d, "#000", { filter: noise(s, darker(colour, 0.6), { x: 0.02, y: 0.06, strength: 2.4, cut: 1.2 }), opacity: grain }), s.path(d, "#000", { filter: noise(s, lighter(colour, 0.6), { x: 0.03, y: 0.12, strength: 2.4, cut: 1.3, seed: 8 }), opacity: grain * 0.6 })];
}
export const birds = (s, count = 6, colour = "#ffffff") => many(count, () => put(s, s.line("M-14,-5 q8,-8 14,3 q6,-11 15,-4", colour, 3, { opacity: 0.85 }), s.random() * s.width, s.random.between(0.08, 0.4) * s.height, { k: s.random.between(0.5, 1.1) }));
/** A line of little flags or lamps. */
export const bunting = (s, x1, y1, x2, y2, sag, count, tones) => { const at = (t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)]; return [s.line(`M${many(21, (i) => at(i / 20).map(f).join(",")).join("L")}`, "#3a2a30", 2), many(count, (i) => { const [x, y] = at((i + 0.5) / count); return s.path(`M${f(x - 12)},${f(y)} L${f(x + 12)},${f(y)} L${f(x)},${f(y + 26)}Z`, tones[i % tones.length]); })]; };
export { cloud, foliage, lamps, palm, soft };
