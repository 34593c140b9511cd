// Things that stand in rooms, and what is seen through their windows.
import { blob, chance, curve, darker, f, lighter, many, mix, plant, put, soft } from "./kit.mjs";

const SKIES = {
  dawn: [["#8fa8d0", "#f6cdb0", "#fde6c0"], "#ffe0b8"], noon: [["#5fa4d4", "#a9d4ea", "#e6f2ee"], "#fff4d8"], gold: [["#7f8fc0", "#f0a878", "#ffd890"], "#ffd498"], dusk: [["#2f3f74", "#a8688c", "#f29a78"], "#ffb898"], night: [["#0d1636", "#22346a", "#4a5a90"], "#9fb4e0"],
};
export const skyOf = (time) => SKIES[time][0];
export const lightOf = (time) => SKIES[time][1];

/** A view in the box (x, y, w, h): sea, town, garden, mountains. */
export function outlook(s, kind, time, x, y, w, h) {
  const [top, mid, low] = skyOf(time);
  const r = s.random;
  const line = y + h * 0.56;
  const dim = { night: 0.55, dusk: 0.3 }[time] ?? 0;
  const tone = (c) => mix(c, top, dim);
  const sun = [x + w * r.between(0.25, 0.75), line - h * r.between(0.06, 0.3)];
  const ground = {
    sea: () => [s.path(curve(many(8, (i) => [x - 10 + (i * (w + 20)) / 7, line - h * r.between(0, 0.09)])) + `L${f(x + w + 10)},${f(line + 4)}L${f(x - 10)},${f(line + 4)}Z`, tone("#7f97a8"), { opacity: 0.8 }), s.rect(x, line, w, h, s.down(line, y + h, [[0, tone(mix("#5fa8bc", low, 0.4))], [1, tone("#1d5f86")]])), many(40, () => { const t = r(); return s.ellipse(sun[0] + (r() - 0.5) * w * (0.2 + t * 0.6), line + t * h * 0.44, w * 0.04 * (0.4 + t), 1 + t * 2, low, { opacity: 0.65 }); }), put(s, [s.path("M-16,0 L18,0 L10,7 L-10,7Z", "#fbf4e6"), s.path("M0,-2 L0,-34 L18,-4Z", "#ffffff")], x + w * r.between(0.15, 0.85), line + h * 0.08, { k: h / 260 })],
    town: () => [0.3, 0.18, 0.05].map((q, layer) => many(12, (i) => { const bw = w / 9; const bh = h * r.between(0.16, 0.4) * (1 + layer * 0.15); const bx = x - bw * 0.5 + i * bw * 0.85; const c = tone(mix(r.pick(["#d9a07a", "#e9cfa8", "#c9785a", "#b8a894"]), mid, 0.55 - layer * 0.22)); const by = y + h - bh - h * q * 0.9; return [s.rect(bx, by, bw, bh + h, s.linear(bx, 0, bx + bw, 0, [[0, lighter(c, 0.2)], [1, darker(c, 0.2)]])), s.path(`M${f(bx - 3)},${f(by)} L${f(bx + bw / 2)},${f(by - bw * 0.22)} L${f(bx + bw + 3)},${f(by)}Z`, tone(mix("#a8492d", mid, 0.4 - layer * 0.15))), many(6, (j) => s.rect(bx + bw * (0.2 + (j % 2) * 0.4), by + 12 + Math.floor(j / 2) * 22, bw * 0.18, 12, dim && chance(s, 0.6) ? "#ffd88c" : darker(c, 0.45)))]; })),
    garden: () => [s.path(curve(many(7, (i) => [x - 10 + (i * (w + 20)) / 6, line - h * r.between(0, 0.14)])) + `L${f(x + w + 10)},${f(y + h)}L${f(x - 10)},${f(y + h)}Z`, tone("#8fae8a")), many(26, (i) => { const q = h * r.between(0.06, 0.16); const [px, py] = [x + r() * w, y + h * (0.62 + (i / 26) * 0.36)]; const c = tone(r.pick(["#4f7a45", "#6d9a54", "#87ac62", "#3d6650"])); return s.ellipse(px, py, q * 1.2, q, s.radial(px - q * 0.4, py - q * 0.5, q * 1.8, [[0, lighter(c, 0.45)], [1, darker(c, 0.3)]])); }), many(16, () => s.ellipse(x + r() * w, y + h * r.between(0.68, 1), 3, 3, r.pick(["#f2a0b0", "#fff0c0", "#e9785a"])))],
    peaks: () => [[0.3, "#9fb0c8"], [0.16, "#6f87a0"], [0.02, "#4f6f6a"]].map(([q, c], i) => s.path(`M${f(x - 10)},${f(y + h)} ${many(9, (j) => `L${f(x + (j / 8) * w)},${f(line - h * (q + (j % 2 ? r.between(0.02, 0.16) : -0.04)) + i * h * 0.12)}`).join(" ")} L${f(x + w + 10)},${f(y + h)}Z`, s.down(line - h * 0.4, y + h, [[0, tone(i === 0 ? "#f4f2f2" : lighter(c, 0.2))], [0.4, tone(c)], [1, tone(mix(c, low, 0.4))]]))),
  };
  return [s.rect(x, y, w, h, s.down(y, line + h * 0.1, [[0, top], [0.6, mid], [1, low]])), time === "night" ? many(30, () => s.ellipse(x + r() * w, y + r() * h * 0.5, 1.3, 1.3, "#fff6dc")) : [s.glow(...sun, h * 0.5, low, 0.9), s.ellipse(...sun, h * 0.045, h * 0.045, "#fff6dc")], soft(s, many(4, () => s.ellipse(x + r() * w, y + h * r.between(0.06, 0.36), w * r.between(0.12, 0.26), h * 0.022, "#ffffff")), 4, { opacity: 0.6 }), ground[kind](), s.rect(x, y, w, h, s.linear(x, y, x + w, y + h, [[0, "#ffffff", 0.3], [0.3, "#ffffff", 0], [1, "#ffffff", 0.06]]))];
}

/** A rectangle in the room by its corner and two edges: `at(u, v)` with u along the first edge, v up. */
export const panel = (o, along, up) => ({ at: (u, v) => o.map((c, i) => c + along[i] * u + up[i] * v), corners: (u0 = 0, u1 = 1, v0 = 0, v1 = 1) => [[u0, v1], [u1, v1], [u1, v0], [u0, v0]].map(([u, v]) => o.map((c, i) => c + along[i] * u + up[i] * v)) });

/** A window or door with its view, frame and light. */
export function windowOn(space, p, { kind = "sea", time = "noon", frame = "#f4ece0", bars = [2, 1], thick = 0.03, arch = false } = {}) {
  const { s } = space;
  const points = p.corners().map((c) => space.at(...c));
  const [x0, x1] = [Math.min(...points.map((q) => q.X)), Math.max(...points.map((q) => q.X))].map((v) => Math.max(-300, Math.min(s.width + 300, v)));
  const [y0, y1] = [Math.min(...points.map((q) => q.Y)), Math.max(...points.map((q) => q.Y))].map((v) => Math.max(-300, Math.min(s.height + 300, v)));
  const d = arch ? space.outline([...many(17, (i) => { const a = Math.PI - (i / 16) * Math.PI; return p.at(0.5 + Math.cos(a) * 0.5, 0.7 + Math.sin(a) * 0.3); }), p.at(1, 0), p.at(0, 0)]) : space.outline(p.corners());
  if (!d) return "";
  const bar = (u0, u1, v0, v1) => space.face(p.corners(u0, u1, v0, v1), frame);
  return s.group([
    s.group(outlook(s, kind, time, x0, y0, x1 - x0, y1 - y0), { clipPath: s.clip(d) }),
    s.group([many(bars[0] - 1, (i) => bar((i + 1) / bars[0] - thick / 2, (i + 1) / bars[0] + thick / 2, 0, 1)), many(bars[1] - 1, (i) => bar(0, 1, (i + 1) / bars[1] - thick / 2, (i + 1) / bars[1] + thick / 2))], { clipPath: s.clip(d) }),
    s.line(d, darker(frame, 0.25), 12), s.line(d, frame, 8), s.line(d, "#ffffff", 2, { opacity: 0.5 }),
  ]);
}

export function curtain(space, p, colour, folds = 7) {
  return space.s.group([many(folds, (i) => space.face(p.corners(i / folds, (i + 1) / folds), space.between(p.at(i / folds, 0), p.at((i + 1) / folds, 0), [[0, darker(colour, 0.22)], [0.35, lighter(colour, 0.35)], [0.7, colour], [1, darker(colour, 0.35)]]), { opacity: 0.96 }))]);
}

/** A framed picture on a wall. */
export function artwork(space, p, { frame = "#3a2a22", paper = "#f6efe2", kind, tones } = {}) {
  const { s } = space;
  const r = s.random;
  const t = tones ?? r.pick([["#c4532f", "#e9b45c", "#1d4f7c"], ["#5c7a5a", "#e9d9b0", "#c9785a"], ["#2f4a6b", "#d98a8a", "#f0d9a8"], ["#8a3a4a", "#e0a05a", "#3a5a5a"]]);
  const q = (u0, u1, v0, v1, c) => space.face(p.corners(u0, u1, v0, v1), c);
  const spot = (u, v, ru, rv, c) => space.face(many(20, (i) => p.at(u + Math.cos(i * 0.314) * ru, v + Math.sin(i * 0.314) * rv)), c);
  const wave = (v, a, c) => space.face([...many(9, (i) => p.at(0.1 + i * 0.1, v + Math.sin(i * 0.9 + a * 20) * 0.06)), p.at(0.9, 0.1), p.at(0.1, 0.1)], c);
  const sorts = { sun: () => [q(0.1, 0.9, 0.1, 0.9, lighter(t[1], 0.4)), spot(0.6, 0.62, 0.14, 0.14, t[0]), wave(0.44, 0.1, t[2]), wave(0.28, 0.3, darker(t[2], 0.3))], shapes: () => [q(0.1, 0.9, 0.1, 0.9, paper), spot(0.4, 0.6, 0.2, 0.2, t[0]), q(0.42, 0.82, 0.2, 0.5, t[1]), spot(0.66, 0.36, 0.12, 0.15, t[2])], bands: () => many(4, (i) => q(0.1, 0.9, 0.1 + i * 0.2, 0.3 + i * 0.2, [t[2], t[0], t[1], lighter(t[1], 0.5)][i])), face: () => [q(0.1, 0.9, 0.1, 0.9, t[2]), spot(0.5, 0.56, 0.17, 0.2, "#d9a07a"), space.face([p.at(0.2, 0.1), p.at(0.36, 0.36), p.at(0.64, 0.36), p.at(0.8, 0.1)], t[0]), spot(0.5, 0.72, 0.19, 0.09, "#2c1d18")], bloom: () => [q(0.1, 0.9, 0.1, 0.9, lighter(t[1], 0.3)), many(7, (i) => spot(0.5 + Math.cos(i * 0.9) * 0.2, 0.58 + Math.sin(i * 0.9) * 0.2, 0.1, 0.1, [t[0], lighter(t[0], 0.4)][i % 2])), space.face([p.at(0.38, 0.12), p.at(0.42, 0.36), p.at(0.58, 0.36), p.at(0.62, 0.12)], t[2])] };
  const low = p.corners(-0.02, 1.06, -0.08, 0.96);
  return s.group([space.face(low, "#120a12", { opacity: 0.45, filter: s.blur(6) }), q(0, 1, 0, 1, frame), q(0.03, 0.97, 0.03, 0.97, lighter(frame, 0.25)), q(0.05, 0.95, 0.05, 0.95, paper), sorts[kind ?? r.pick(Object.keys(sorts))](), space.face([p.at(0.05, 0.95), p.at(0.5, 0.95), p.at(0.2, 0.05), p.at(0.05, 0.05)], "#ffffff", { opacity: 0.09 })]);
}

/** A cushion or pillow, its middle at a point of the room. */
export function cushion(space, x, y, z, size, colour, { turn = 0, ky = 0.66 } = {}) {
  const { s } = space;
  const { X, Y, k } = space.at(x, y, z);
  const d = "M-50,-44 Q0,-36 50,-44 Q58,-40 52,0 Q58,40 50,44 Q0,37 -50,44 Q-58,40 -52,0 Q-58,-40 -50,-44Z";
  return put(s, [s.path(d, "#140a12", { opacity: 0.35, filter: s.blur(6), transform: "translate(5 8)" }), s.path(d, s.linear(-50, -44, 50, 44, [[0, lighter(colour, 0.4)], [0.5, colour], [1, darker(colour, 0.3)]])), s.line("M-46,-38 Q-10,-10 -18,30", lighter(colour, 0.5), 7, { opacity: 0.35, filter: s.blur(4) })], X, Y, { k: (size * k) / 104, ky: (size * k * ky) / 90, turn });
}

/** A bed: (x, z) is the middle of its head, `to` the side its foot points to: "near", "left" or "right". */
export function bed(space, { x, z, to = "near", wide = 1.8, long = 2.05, linen = "#f6f1e8", throwColour = "#c4532f", head = "#1d4f7c", frame = "#7a5236", headKind = "panel", cushions = ["#c4532f", "#e3a83f"] }) {
  const { s } = space;
  const map = { near: (u, v) => [x + v, z - u], left: (u, v) => [x - u, z + v], right: (u, v) => [x + u, z + v] }[to];
  const block = (u0, u1, v0, v1, h0, h1, colour, more) => { const [a, b] = [map(u0, v0), map(u1, v1)]; return space.box((a[0] + b[0]) / 2, h0, (a[1] + b[1]) / 2, Math.abs(a[0] - b[0]), h1 - h0, Math.abs(a[1] - b[1]), colour, more); };
  const p = (u, v, h) => { const [a, b] = map(u, v); return [a, h, b]; };
  const w = wide / 2;
  const top = (u0, u1, v0, v1, h, fill, more) => space.face([p(u0, v0, h), p(u0, v1, h), p(u1, v1, h), p(u1, v0, h)], fill, more);
  const pillowAt = (u, v, h, size, c, o) => { const [px, pz] = map(u, v); return cushion(space, px, h, pz, size, c, o); };
  const heads = { panel: () => block(-0.1, 0, -w - 0.12, w + 0.12, 0.1, 1.15, head), slats: () => many(9, (i) => block(-0.08, 0, -w - 0.12 + i * ((wide + 0.24) / 9), -w - 0.14 + (i + 0.8) * ((wide + 0.24) / 9), 0.1, 1.2, i % 2 ? head : lighter(head, 0.15))), tufted: () => [block(-0.14, 0, -w - 0.16, w + 0.16, 0.1, 1.35, head), many(15, (i) => { const { X, Y, k } = space.at(...p(0.01, -w + 0.15 + (i % 5) * ((wide - 0.3) / 4), 0.7 + Math.floor(i / 5) * 0.24)); return [s.soft(X, Y, k * 0.09, k * 0.07, "#ffffff", 0.18, 4), s.ellipse(X, Y + k * 0.01, k * 0.014, k * 0.014, darker(head, 0.6))]; })], arch: () => [space.face(many(21, (i) => { const a = Math.PI - (i / 20) * Math.PI; return p(-0.04, Math.cos(a) * (w + 0.14), 0.45 + Math.sin(a) * 1.0); }).concat([p(-0.04, w + 0.14, 0.1), p(-0.04, -w - 0.14, 0.1)]), space.between(p(0, -w, 1.4), p(0, w, 0.4), [[0, lighter(head, 0.3)], [1, darker(head, 0.3)]])), many(9, (i) => space.face([p(-0.03, -w + i * 0.22, 0.3), p(-0.03, -w + i * 0.22 + 0.015, 0.3), p(-0.03, -w + i * 0.22 + 0.015, 1.0), p(-0.03, -w + i * 0.22, 1.0)], darker(head, 0.4), { opacity: 0.5 }))] };
  const [sx, sz] = map(long / 2, 0);
  const shadow = to === "near" ? space.shadow(sx, sz, wide * 1.25, long * 1.15, 0.55) : space.shadow(sx, sz, long * 1.15, wide * 1.25, 0.55);
  const rows = to === "near" ? [-0.45, 0.45] : [0.45, -0.45];
  return s.group([
    shadow, heads[headKind](), block(0, long, -w, w, 0.08, 0.3, frame), block(0, long + 0.01, -w - 0.015, w + 0.015, 0.3, 0.52, mix(linen, "#b8a894", 0.12)),
    block(0.5, long + 0.03, -w - 0.04, w + 0.04, 0.34, 0.6, linen, { lift: 0.12 }), many(6, (i) => top(0.62 + i * 0.22, 0.66 + i * 0.22, -w + 0.1 + (i % 3) * 0.2, w - 0.2 - (i % 2) * 0.3, 0.602, darker(linen, 0.5), { opacity: 0.14, filter: s.blur(4) })),
    top(0.5, 0.74, -w - 0.04, w + 0.04, 0.605, lighter(linen, 0.7)), top(0.74, 0.77, -w - 0.04, w + 0.04, 0.606, "#2a1a20", { opacity: 0.2, filter: s.blur(2) }),
    block(long - 0.62, long - 0.12, -w - 0.05, w + 0.05, 0.33, 0.615, throwColour, { lift: 0.14 }), many(4, (i) => top(long - 0.58 + i * 0.12, long - 0.555 + i * 0.12, -w - 0.05, w + 0.05, 0.617, lighter(throwColour, 0.5), { opacity: 0.55 })),
    rows.map((v) => pillowAt(0.14, v * wide * 0.56, 0.74, 0.86, linen)), rows.map((v) => pillowAt(0.26, v * wide * 0.54, 0.69, 0.8, lighter(linen, 0.4))), rows.map((v, i) => pillowAt(0.42, v * wide * 0.34, 0.69, 0.5, cushions[i % cushions.length], { ky: 0.84 })), pillowAt(0.54, 0, 0.66, 0.42, cushions[cushions.length - 1], { ky: 0.6 }),
  ]);
}

export function lampOn(space, x, y, z, { tall = 0.5, shade = "#fbe6bc", base = "#8a6a4a", on = 0.8 } = {}) {
  const { s } = space;
  const { X, Y, k } = space.at(x, y, z);
  const u = (tall * k) / 100;
  return put(s, [on ? s.glow(0, -76, 150, "#ffdf9c", on * 0.8) : "", s.ellipse(0, -2, 16, 4, darker(base, 0.3)), s.path("M-5,-2 C-16,-14 -12,-34 -3,-46 L3,-46 C12,-34 16,-14 5,-2Z", s.linear(-14, 0, 14, 0, [[0, lighter(base, 0.4)], [0.5, base], [1, darker(base, 0.5)]])), s.path("M-18,-100 L18,-100 L30,-48 L-30,-48Z", s.down(-100, -48, on ? [[0, shade], [0.6, "#fff6dc"], [1, shade]] : [[0, lighter(shade, 0.2)], [1, darker(shade, 0.2)]])), on ? s.ellipse(0, -48, 30, 5, "#fffbe8") : ""], X, Y, { k: u });
}
export function pendant(space, x, y, z, { ceiling = 2.8, size = 0.5, colour = "#c9a45a", kind = "dome", on = 0.7 } = {}) {
  const { s } = space;
  const [a, b] = [space.at(x, ceiling, z), space.at(x, y, z)];
  const u = (size * b.k) / 100;
  const shapes = { dome: "M-50,0 C-50,-60 50,-60 50,0Z", cone: "M-10,-56 L10,-56 L50,0 L-50,0Z", globe: "M-38,-30 A38,38 0 0 1 38,-30 A38,38 0 0 1 -38,-30Z", basket: "M-20,-60 C-70,-40 -60,6 -30,14 L30,14 C60,6 70,-40 20,-60Z" };
  const lit = kind === "globe";
  return s.group([s.line(`M${f(a.X)},${f(a.Y)} L${f(b.X)},${f(b.Y - 50 * u)}`, "#1a1418", Math.max(1.4, u * 2)), put(s, [on ? s.glow(0, 6, 170, "#ffdf9c", on * 0.7) : "", s.path(shapes[kind], lit ? s.radial(-10, -40, 60, [[0, "#ffffff"], [1, "#ffe2a8"]]) : s.linear(-50, 0, 50, 0, [[0, lighter(colour, 0.4)], [0.45, colour], [1, darker(colour, 0.5)]])), kind === "basket" ? many(7, (i) => s.line(`M${-18 + i * 6},-58 Q${-66 + i * 22},-24 ${-30 + i * 10},14`, darker(colour, 0.4), 2)) : "", lit ? "" : s.ellipse(0, kind === "basket" ? 14 : 0, kind === "basket" ? 30 : 50, 8, "#fff3c8")], b.X, b.Y, { k: u })]);
}
export function armchair(space, x, z, colour, { face = 1, wood = "#6d4a33" } = {}) {
  const b = (dx, y, dz, w, h, d, c = colour) => space.box(x + dx, y, z + dz, w, h, d, c);
  return space.s.group([space.shadow(x + 0.08, z, 1.0, 0.9, 0.5), many(4, (i) => b((i % 2 ? 1 : -1) * 0.3, 0, i < 2 ? 0.28 : -0.28, 0.05, 0.2, 0.05, wood)), b(0, 0.2, 0.3, 0.76, 0.66, 0.14), b(face > 0 ? 0.36 : -0.36, 0.2, 0, 0.12, 0.4, 0.7), b(0, 0.2, -0.02, 0.64, 0.22, 0.62, lighter(colour, 0.12)), b(face > 0 ? -0.36 : 0.36, 0.2, 0, 0.12, 0.4, 0.7), cushion(space, x, 0.6, z + 0.16, 0.4, lighter(colour, 0.6), { ky: 0.8 })]);
}
export function chair(space, x, z, { seat = "#a8703e", back = 1, tall = 0.88, wood = "#5a3d2c" } = {}) {
  const b = (dx, y, dz, w, h, d, c = wood) => space.box(x + dx, y, z + dz, w, h, d, c);
  const rest = [b(-0.18, 0.45, back * 0.19, 0.035, tall - 0.45, 0.035), b(0.18, 0.45, back * 0.19, 0.035, tall - 0.45, 0.035), b(0, tall - 0.22, back * 0.19, 0.4, 0.2, 0.03, seat)];
  return space.s.group([space.shadow(x, z, 0.5, 0.5, 0.35), many(4, (i) => b((i % 2 ? 1 : -1) * 0.18, 0, i < 2 ? 0.18 : -0.18, 0.035, 0.45, 0.035)), back > 0 ? rest : "", b(0, 0.43, 0, 0.42, 0.06, 0.42, seat), back > 0 ? "" : rest]);
}
export function roundTable(space, x, z, { top = "#a8703e", r = 0.42, h = 0.74, leg = "#3a2a22", cloth = false } = {}) {
  return space.s.group([space.shadow(x, z, r * 2.2, r * 2.2, 0.4), cloth ? space.tube(x, 0.12, z, r * 0.98, h - 0.12, top, { wide: r, top: lighter(top, 0.3) }) : [space.tube(x, 0, z, 0.2, 0.03, leg), space.tube(x, 0, z, 0.035, h - 0.03, leg), space.tube(x, h - 0.04, z, r, 0.04, top)]]);
}
export function rug(space, x, z, w, d, colour, second = lighter(colour, 0.6)) {
  const q = (k, c, more) => space.face([[x - (w * k) / 2, 0.005, z + (d * k) / 2], [x + (w * k) / 2, 0.005, z + (d * k) / 2], [x + (w * k) / 2, 0.005, z - (d * k) / 2], [x - (w * k) / 2, 0.005, z - (d * k) / 2]], c, more);
  return space.s.group([q(1.01, "#120a10", { opacity: 0.3, filter: space.s.blur(3) }), q(1, colour), q(0.9, second), q(0.86, colour), q(0.5, second, { opacity: 0.5 }), q(0.44, colour)]);
}
export const plantIn = (space, x, z, tall, kind, pot, green) => { const { X, Y, k } = space.at(x, 0, z); return plant(space.s, X, Y, tall * k, kind, pot, green); };
export { blob };
