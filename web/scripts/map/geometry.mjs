// Geometry on a plane in metres. Polygons are convex rings without a repeated end, unless named otherwise.

/** Maps degrees to metres about a point, and back. */
export function planeAbout([longitude, latitude]) {
  const [mx, my] = [111_320 * Math.cos((latitude * Math.PI) / 180), 110_574];
  return {
    toPlane: ([lon, lat]) => [(lon - longitude) * mx, (lat - latitude) * my],
    toDegrees: ([x, y]) => [longitude + x / mx, latitude + y / my],
  };
}

export const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

export function area(ring) {
  let twice = 0;
  for (let at = 0; at < ring.length; at += 1) {
    const [ax, ay] = ring[at];
    const [bx, by] = ring[(at + 1) % ring.length];
    twice += ax * by - bx * ay;
  }
  return Math.abs(twice) / 2;
}

export function centroid(ring) {
  const sum = ring.reduce(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / ring.length, sum[1] / ring.length];
}

/** Keeps the part of a convex ring where `side` is not negative; `side` is linear. */
function clip(ring, side) {
  const kept = [];
  for (let at = 0; at < ring.length; at += 1) {
    const [a, b] = [ring[at], ring[(at + 1) % ring.length]];
    const [sa, sb] = [side(a), side(b)];
    if (sa >= 0) kept.push(a);
    if (sa >= 0 !== sb >= 0) {
      const part = sa / (sa - sb);
      kept.push([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]);
    }
  }
  return kept;
}

/** Splits a convex ring along a line. Returns both parts and the cut, or null if the line misses it. */
export function split(ring, [px, py], angle) {
  const [nx, ny] = [-Math.sin(angle), Math.cos(angle)];
  const side = ([x, y]) => (x - px) * nx + (y - py) * ny;
  const parts = [clip(ring, side), clip(ring, (point) => -side(point))];
  if (parts.some((part) => part.length < 3)) return null;
  const cut = parts[0].filter((point) => Math.abs(side(point)) < 1e-6);
  return cut.length >= 2 ? { parts, cut: [cut[0], cut[cut.length - 1]] } : null;
}

/** Moves every edge of a convex ring inwards. Returns null if nothing is left. */
export function inset(ring, by) {
  const middle = centroid(ring);
  let inner = ring;
  for (let at = 0; at < ring.length; at += 1) {
    const [a, b] = [ring[at], ring[(at + 1) % ring.length]];
    const length = distance(a, b);
    if (length < 1) continue;
    const side = ([x, y]) => ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / length;
    const inwards = Math.sign(side(middle)) || 1;
    inner = clip(inner, (point) => side(point) * inwards - by);
    if (inner.length < 3) return null;
  }
  return area(inner) > 400 ? inner : null;
}

/** Direction of the longest edge, in radians. */
export function longestEdge(ring) {
  let [best, angle] = [0, 0];
  for (let at = 0; at < ring.length; at += 1) {
    const [a, b] = [ring[at], ring[(at + 1) % ring.length]];
    const length = distance(a, b);
    if (length > best) [best, angle] = [length, Math.atan2(b[1] - a[1], b[0] - a[0])];
  }
  return angle;
}

/** Returns true if the point is inside an odd number of the rings. */
export function insideRings([x, y], rings) {
  let inside = false;
  for (const ring of rings) {
    for (let at = 0, last = ring.length - 1; at < ring.length; last = at++) {
      const [ax, ay] = ring[at];
      const [bx, by] = ring[last];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

export function distanceToLine([x, y], line) {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 1; at < line.length; at += 1) {
    const [[ax, ay], [bx, by]] = [line[at - 1], line[at]];
    const [dx, dy] = [bx - ax, by - ay];
    const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(x - ax - dx * part, y - ay - dy * part));
  }
  return best;
}

/** Rounds the corners of a line: Chaikin's algorithm. */
export function smooth(line, times = 2) {
  let points = line;
  for (let time = 0; time < times; time += 1) {
    const next = [points[0]];
    for (let at = 1; at < points.length; at += 1) {
      const [a, b] = [points[at - 1], points[at]];
      next.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25]);
      next.push([a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75]);
    }
    next.push(points[points.length - 1]);
    points = next;
  }
  return points;
}

/** Widens a line to a ring. */
export function widen(line, width) {
  const [left, right] = [[], []];
  for (let at = 0; at < line.length; at += 1) {
    const [a, b] = [line[Math.max(0, at - 1)], line[Math.min(line.length - 1, at + 1)]];
    const length = distance(a, b) || 1;
    const [nx, ny] = [(-(b[1] - a[1]) / length) * (width / 2), ((b[0] - a[0]) / length) * (width / 2)];
    left.push([line[at][0] + nx, line[at][1] + ny]);
    right.push([line[at][0] - nx, line[at][1] - ny]);
  }
  return [...left, ...right.reverse()];
}

/** Ring about a point, of a radius that varies by `roughness`. */
export function blob([x, y], radius, random, roughness = 0, corners = 20) {
  const phases = [random() * 6.3, random() * 6.3];
  return Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * 2 * Math.PI;
    const far =
      radius * (1 + roughness * (Math.sin(2 * angle + phases[0]) + Math.sin(3 * angle + phases[1])) * 0.5);
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  });
}

/** Clips a ring of any shape to a box: Sutherland and Hodgman. The result may have edges along the box. */
export function clipToBox(ring, [west, south, east, north]) {
  const sides = [([x]) => x - west, ([x]) => east - x, ([, y]) => y - south, ([, y]) => north - y];
  return sides.reduce((part, side) => (part.length ? clip(part, side) : part), ring);
}

/** Random numbers from 0 to 1 by a text: mulberry32 over FNV-1a. */
export function randomOf(text) {
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
