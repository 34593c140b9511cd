// A camera in a room: points in metres become points of the sheet, faces are shaded by where they look.
import { darker, lighter, mix } from "../sheet.mjs";
import { f, many } from "./kit.mjs";

const NEAR = 0.12;
const sub = (a, b) => a.map((v, i) => v - b[i]);
const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
const middle = (points) => [0, 1, 2].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);

export class Space {
  /** x to the right, y up, z into the picture. `light` points to the light. */
  constructor(s, { eye = [0, 1.5, 0], yaw = 0, pitch = 0, focal = 0.85, horizon = 0.48, light = [-0.5, 0.8, -0.4], fog = null, reach = 20 } = {}) {
    Object.assign(this, { s, eye, yaw, pitch, focal: focal * s.width, cx: s.width / 2, cy: s.height * horizon, light, fog, reach });
  }
  view([x, y, z]) {
    const [dx, dy, dz] = [x - this.eye[0], y - this.eye[1], z - this.eye[2]];
    const [c, n] = [Math.cos(this.yaw), Math.sin(this.yaw)];
    const [vx, vz] = [dx * c - dz * n, dx * n + dz * c];
    const [pc, pn] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    return [vx, dy * pc - vz * pn, dy * pn + vz * pc];
  }
  flat([x, y, z]) {
    return [this.cx + (this.focal * x) / z, this.cy - (this.focal * y) / z];
  }
  /** Where a point is on the sheet, and how many units of the sheet a metre is there. */
  at(x, y, z) {
    const v = this.view([x, y, z]);
    const d = Math.max(NEAR, v[2]);
    const [X, Y] = this.flat([v[0], v[1], d]);
    return { X, Y, k: this.focal / d, d };
  }
  outline(points) {
    const seen = points.map((p) => this.view(p));
    const kept = [];
    seen.forEach((a, i) => {
      const b = seen[(i + 1) % seen.length];
      if (a[2] >= NEAR) kept.push(a);
      if (a[2] >= NEAR !== b[2] >= NEAR) {
        const t = (NEAR - a[2]) / (b[2] - a[2]);
        kept.push(a.map((v, j) => v + (b[j] - v) * t));
      }
    });
    if (kept.length < 3) return "";
    const limit = (v) => f(Math.max(-9000, Math.min(9000, v)));
    return `M${kept.map((p) => this.flat(p).map(limit).join(",")).join("L")}Z`;
  }
  face(points, fill, more) {
    const d = this.outline(points);
    return d ? this.s.path(d, fill, more) : "";
  }
  /** A gradient between two points of the room. */
  between(a, b, list) {
    const [p, q] = [this.at(...a), this.at(...b)];
    return this.s.linear(p.X, p.Y, q.X, q.Y, list);
  }
  far(colour, d) {
    return this.fog ? mix(colour, this.fog, Math.min(0.85, Math.max(0, (d - 2) / this.reach))) : colour;
  }
  shade(colour, normal, d = 0) {
    const t = dot(normal, this.light) / Math.hypot(...this.light);
    return this.far(t > 0 ? lighter(colour, t * 0.28) : darker(colour, -t * 0.42 + 0.12), d);
  }
  /** A rectangle with light that falls off from `a` to the opposite corner. */
  plane(points, colour, { from = 0.18, to = 0.28, more } = {}) {
    return this.face(points, this.between(points[0], points[2], [[0, lighter(colour, from)], [1, darker(colour, to)]]), more);
  }
  /** A box that stands on y; x and z are the middle of its floor. */
  box(x, y, z, w, h, d, colour, { top = colour, front = colour, shadow = 0, lift = 0.2 } = {}) {
    const [x0, x1, y0, y1, z0, z1] = [x - w / 2, x + w / 2, y, y + h, z - d / 2, z + d / 2];
    const sides = [
      [[0, 1, 0], [[x0, y1, z1], [x1, y1, z1], [x1, y1, z0], [x0, y1, z0]], top],
      [[0, -1, 0], [[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]], colour],
      [[-1, 0, 0], [[x0, y1, z1], [x0, y1, z0], [x0, y0, z0], [x0, y0, z1]], colour],
      [[1, 0, 0], [[x1, y1, z0], [x1, y1, z1], [x1, y0, z1], [x1, y0, z0]], colour],
      [[0, 0, 1], [[x0, y1, z1], [x1, y1, z1], [x1, y0, z1], [x0, y0, z1]], colour],
      [[0, 0, -1], [[x0, y1, z0], [x1, y1, z0], [x1, y0, z0], [x0, y0, z0]], front],
    ];
    const seen = sides.filter(([n, p]) => dot(n, sub(this.eye, middle(p))) > 0);
    return this.s.group([
      shadow ? this.shadow(x + w * 0.08, z, w * 1.15, d * 1.15, shadow, y) : "",
      seen.map(([n, p, c]) => {
        const tone = this.shade(c, n, this.view(middle(p))[2]);
        const up = n[1] !== 0;
        return this.face(p, this.between(p[0], up ? p[2] : p[3], [[0, lighter(tone, lift * 0.5)], [0.4, tone], [1, darker(tone, up ? 0.08 : lift + 0.08)]]));
      }),
    ]);
  }
  ring(x, y, z, r, steps = 36, rz = r) {
    return many(steps, (i) => [x + Math.cos((i / steps) * Math.PI * 2) * r, y, z + Math.sin((i / steps) * Math.PI * 2) * rz]);
  }
  disc(x, y, z, r, fill, more) {
    return this.face(this.ring(x, y, z, r), fill, more);
  }
  /** An upright cylinder or cone. */
  tube(x, y, z, r, h, colour, { top = colour, wide = r, shadow = 0 } = {}) {
    const [a, b] = [this.at(x, y, z), this.at(x, y + h, z)];
    const [ra, rb] = [r * a.k, wide * b.k];
    const tone = this.far(colour, a.d);
    const fill = this.s.linear(a.X - Math.max(ra, rb), 0, a.X + Math.max(ra, rb), 0, [[0, darker(tone, 0.12)], [0.28, lighter(tone, 0.32)], [0.6, tone], [1, darker(tone, 0.5)]]);
    const low = this.outline(this.ring(x, y, z, r));
    return this.s.group([
      shadow ? this.shadow(x + r * 0.3, z, r * 2.6, r * 2.4, shadow, y) : "",
      low ? this.s.path(low, fill) : "",
      this.s.path(`M${f(a.X - ra)},${f(a.Y)} L${f(b.X - rb)},${f(b.Y)} L${f(b.X + rb)},${f(b.Y)} L${f(a.X + ra)},${f(a.Y)}Z`, fill),
      this.disc(x, y + h, z, wide, this.between([x - wide, y + h, z + wide], [x + wide, y + h, z - wide], [[0, lighter(this.far(top, a.d), 0.3)], [1, darker(this.far(top, a.d), 0.12)]])),
    ]);
  }
  /** A soft shadow on a level. */
  shadow(x, z, w, d, opacity = 0.4, y = 0, colour = "#160a12") {
    const { k } = this.at(x, y, z);
    return this.face(this.ring(x, y + 0.003, z, w * 0.56, 20, d * 0.56), colour, { opacity, filter: this.s.blur(Math.max(2, f(Math.min(w, d) * k * 0.08))) });
  }
  /** Boards that run into the picture, or tiles. */
  floor({ x = [-5, 5], z = [0.2, 9], y = 0, colour = "#a4744a", kind = "boards", size = 0.2, second = lighter(colour, 0.5) } = {}) {
    const { s } = this;
    const r = s.random;
    const base = this.face([[x[0], y, z[1]], [x[1], y, z[1]], [x[1], y, z[0]], [x[0], y, z[0]]], this.between([0, y, z[1]], [0, y, z[0]], [[0, this.far(lighter(colour, 0.2), 9)], [0.5, colour], [1, darker(colour, 0.35)]]));
    const cells = [];
    if (kind === "boards" || kind === "across") {
      for (let a = x[0]; a < x[1]; a += size) {
        for (let b = z[0] - r() * 2; b < z[1]; b += 2.2) {
          if (r() < 0.75) cells.push(this.face([[a, y, Math.min(b + 2.2, z[1])], [a + size, y, Math.min(b + 2.2, z[1])], [a + size, y, Math.max(b, z[0])], [a, y, Math.max(b, z[0])]], r() < 0.5 ? lighter(colour, 0.6) : darker(colour, 0.8), { opacity: r.between(0.04, 0.2) }));
        }
        cells.push(this.face([[a, y, z[1]], [a + size * 0.05, y, z[1]], [a + size * 0.05, y, z[0]], [a, y, z[0]]], darker(colour, 0.7), { opacity: 0.4 }));
      }
    } else {
      let i = 0;
      for (let a = x[0]; a < x[1]; a += size) {
        let j = 0;
        for (let b = z[0]; b < z[1]; b += size) {
          const odd = (i + j) % 2;
          if (kind === "check" ? odd : r() < 0.6) cells.push(this.face([[a, y, b + size], [a + size * 0.97, y, b + size], [a + size * 0.97, y, b], [a, y, b]], kind === "check" ? this.far(second, b) : r() < 0.5 ? lighter(colour, 0.6) : darker(colour, 0.6), { opacity: kind === "check" ? 0.85 : r.between(0.04, 0.22) }));
          if (kind === "slabs") cells.push(this.face([[a, y, b + size * 0.03], [a + size, y, b + size * 0.03], [a + size, y, b], [a, y, b]], darker(colour, 0.6), { opacity: 0.35 }));
          j += 1;
        }
        if (kind === "slabs") cells.push(this.face([[a, y, z[1]], [a + size * 0.03, y, z[1]], [a + size * 0.03, y, z[0]], [a, y, z[0]]], darker(colour, 0.6), { opacity: 0.35 }));
        i += 1;
      }
    }
    return s.group([base, cells]);
  }
  /** Light of a window that lies on the floor. */
  patch(points, colour = "#fff0c8", opacity = 0.5, blur = 5) {
    return this.face(points, colour, { opacity, filter: this.s.blur(blur), style: "mix-blend-mode:soft-light" });
  }
  /** Draws things from the far to the near. */
  sorted(things) {
    return [...things].sort((a, b) => b[0] - a[0]).map(([, draw]) => draw());
  }
}
