// One drawing: shapes as SVG text, with the gradients, blurs and clips they refer to collected as they are asked for.

/** Seeded random numbers in [0, 1): the same seed draws the same picture. */
export function seeded(seed) {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  next.between = (low, high) => low + (high - low) * next();
  next.pick = (list) => list[Math.floor(next() * list.length)];
  return next;
}

const parts = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/** A colour between two `#rrggbb` colours, `t` from 0 to 1. */
export function mix(a, b, t) {
  const to = parts(b);
  return `#${parts(a)
    .map((v, i) => Math.round(v + (to[i] - v) * t).toString(16).padStart(2, "0"))
    .join("")}`;
}
export const darker = (colour, t) => mix(colour, "#1e0d14", t);
export const lighter = (colour, t) => mix(colour, "#fff6e6", t);

const n = (v) => (typeof v === "number" ? +v.toFixed(1) : v);
const attributes = (given = {}) =>
  Object.entries(given)
    .filter(([, v]) => v !== undefined && v !== null)
    .map(([k, v]) => ` ${k.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}="${n(v)}"`)
    .join("");

/** Stops are `[offset, colour, opacity?]`. */
const stops = (list) =>
  list.map(([at, colour, alpha = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${alpha}"/>`).join("");

export class Sheet {
  constructor(width, height, seed) {
    Object.assign(this, { width, height, random: seeded(seed), defs: new Map() });
  }

  define(body) {
    const known = this.defs.get(body);
    if (known) return `url(#${known})`;
    const id = `d${this.defs.size}`;
    this.defs.set(body, id);
    return `url(#${id})`;
  }

  /** A straight gradient in the units of the sheet. */
  linear(x1, y1, x2, y2, list) {
    return this.define(`<linearGradient ID gradientUnits="userSpaceOnUse" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}">${stops(list)}</linearGradient>`);
  }
  down(top, bottom, list) {
    return this.linear(0, top, 0, bottom, list);
  }
  radial(cx, cy, r, list) {
    return this.define(`<radialGradient ID gradientUnits="userSpaceOnUse" cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}">${stops(list)}</radialGradient>`);
  }
  blur(deviation) {
    return this.define(`<filter ID x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`);
  }
  clip(d) {
    return this.define(`<clipPath ID><path d="${d}"/></clipPath>`);
  }
  /** Shows its content where `content` (white on nothing) is bright. */
  mask(content) {
    return this.define(`<mask ID maskUnits="userSpaceOnUse" x="0" y="0" width="${this.width}" height="${this.height}">${content}</mask>`);
  }

  path(d, fill, more) {
    return `<path d="${d}" fill="${fill}"${attributes(more)}/>`;
  }
  line(d, colour, width, more) {
    return this.path(d, "none", { stroke: colour, strokeWidth: width, strokeLinecap: "round", strokeLinejoin: "round", ...more });
  }
  rect(x, y, w, h, fill, more) {
    return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${attributes(more)}/>`;
  }
  ellipse(cx, cy, rx, ry, fill, more) {
    return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${attributes(more)}/>`;
  }
  group(children, more) {
    return `<g${attributes(more)}>${[children].flat(9).join("")}</g>`;
  }
  /** A soft blot: shadow or glow. */
  soft(cx, cy, rx, ry, colour, opacity, deviation = Math.min(rx, ry) * 0.45, more = {}) {
    return this.ellipse(cx, cy, rx, ry, colour, { opacity, filter: this.blur(n(deviation)), ...more });
  }
  /** A glow that fades to nothing at its edge, cheaper than a blur. */
  glow(cx, cy, r, colour, opacity, more = {}) {
    const fill = this.radial(cx, cy, r, [[0, colour, opacity], [0.35, colour, opacity * 0.45], [1, colour, 0]]);
    return this.ellipse(cx, cy, r, r, fill, more);
  }

  /**
   * A body in light from the upper left: its own gradient, a soft shade on the far side, a rim of light on the edge.
   * `box` is [x, y, width, height] of the shape.
   */
  lit(d, colour, box, { shade = 0.4, light = 0.25, rim = "#ffd9a8", rimOpacity = 0.55, inside = [], deep = darker(colour, 1) } = {}) {
    const [x, y, w, h] = box;
    const base = this.linear(x, y, x + w * 0.7, y + h, [[0, lighter(colour, light)], [0.45, colour], [1, mix(colour, deep, shade)]]);
    const edge = this.linear(x, y, x + w, y, [[0, rim, 0], [0.62, rim, 0], [1, rim, rimOpacity]]);
    return this.group([
      this.path(d, base),
      this.group(
        [
          this.ellipse(x + w * 0.92, y + h * 0.75, w * 0.5, h * 0.62, mix(colour, deep, 0.7), { opacity: shade * 0.7, filter: this.blur(n(Math.min(w, h) * 0.14)) }),
          this.ellipse(x + w * 0.25, y + h * 0.2, w * 0.3, h * 0.26, lighter(colour, 0.7), { opacity: light * 0.8, filter: this.blur(n(Math.min(w, h) * 0.1)) }),
          inside,
          this.path(d, "none", { stroke: edge, strokeWidth: Math.max(3, Math.min(w, h) * 0.05), filter: this.blur(1.6) }),
        ],
        { clipPath: this.clip(d) },
      ),
    ]);
  }

  /** Fine paper grain over everything, and a darker edge that draws the eye in. */
  finish({ grain = 0.1, vignette = 0.3 } = {}) {
    const { width, height } = this;
    const noise = this.define(
      `<filter ID x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.55" numOctaves="2" seed="7"/><feColorMatrix values="2.4 0 0 0 -0.7  2.4 0 0 0 -0.7  2.4 0 0 0 -0.7  0 0 0 0 1"/></filter>`,
    );
    const edge = this.radial(width / 2, height * 0.46, Math.hypot(width, height) * 0.56, [[0.55, "#1b1020", 0], [1, "#1b1020", vignette]]);
    return [
      this.rect(0, 0, width, height, edge),
      this.rect(0, 0, width, height, "#000", { filter: noise, opacity: grain, style: "mix-blend-mode:soft-light" }),
    ].join("");
  }

  svg(children) {
    const body = [children].flat(9).join("");
    const defs = [...this.defs].map(([text, id]) => text.replace(" ID", ` id="${id}"`)).join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" height="${this.height}"><defs>${defs}</defs>${body}</svg>`;
  }
}

/** A smooth closed or open curve through points. */
export function curve(points, { closed = false, tension = 0.5 } = {}) {
  const at = (i) => (closed ? points[(i + points.length) % points.length] : points[Math.max(0, Math.min(points.length - 1, i))]);
  let d = `M${n(points[0][0])},${n(points[0][1])}`;
  for (let i = 0; i < points.length - (closed ? 0 : 1); i += 1) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const k = tension / 3;
    d += `C${n(b[0] + (c[0] - a[0]) * k)},${n(b[1] + (c[1] - a[1]) * k)} ${n(c[0] - (e[0] - b[0]) * k)},${n(c[1] - (e[1] - b[1]) * k)} ${n(c[0])},${n(c[1])}`;
  }
  return closed ? `${d}Z` : d;
}
