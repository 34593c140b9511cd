// What stands behind a person: a wall in warm light with a hint of a place, out of focus.
import { darker, lighter } from "../sheet.mjs";

const soft = (s, children, deviation) => s.group(children, { filter: s.blur(deviation) });

const places = {
  arch: (s, b) => [s.path("M96,520 L96,250 C96,130 180,70 256,70 C332,70 416,130 416,250 L416,520Z", s.down(70, 512, [[0, lighter(b.second, 0.2)], [1, darker(b.second, 0.25)]])), s.line("M96,520 L96,250 C96,130 180,70 256,70 C332,70 416,130 416,250 L416,520", lighter(b.wall, 0.5), 7, { opacity: 0.6 })],
  sun: (s, b) => [s.ellipse(360, 150, 120, 120, s.down(30, 270, [[0, lighter(b.second, 0.3)], [1, b.second]])), s.glow(360, 150, 260, lighter(b.second, 0.5), 0.5)],
  leaves: (s, b) =>
    Array.from({ length: 15 }, (_, i) => {
      const x = (i % 2 ? 512 - s.random.between(-20, 120) : s.random.between(-20, 120)) + 0;
      const y = s.random.between(10, 480);
      const turn = s.random.between(-70, 70) + (i % 2 ? 200 : 0);
      return s.path("M0,0 C30,-42 84,-46 130,0 C84,34 34,34 0,0Z", s.linear(0, -40, 130, 40, [[0, lighter(b.second, 0.25)], [1, darker(b.second, 0.45)]]), { transform: `translate(${x} ${y}) rotate(${turn})`, opacity: 0.85 });
    }),
  tiles: (s, b) =>
    Array.from({ length: 49 }, (_, i) => {
      const [x, y] = [(i % 7) * 76 - 10, Math.floor(i / 7) * 76 - 10];
      return s.group([s.rect(x, y, 73, 73, lighter(b.second, 0.75)), s.path("M0,-30 C12,-12 12,-12 30,0 C12,12 12,12 0,30 C-12,12 -12,12 -30,0 C-12,-12 -12,-12 0,-30Z", b.second, { transform: `translate(${x + 36} ${y + 36})` }), [[0, 0], [73, 0], [0, 73], [73, 73]].map(([a, e]) => s.ellipse(x + a, y + e, 13, 13, darker(b.second, 0.1), { opacity: 0.8 }))]);
    }),
  sea: (s, b) => [s.rect(0, 262, 512, 260, s.down(262, 512, [[0, lighter(b.second, 0.3)], [1, darker(b.second, 0.4)]])), Array.from({ length: 36 }, () => s.rect(s.random.between(-20, 500), s.random.between(268, 500), s.random.between(20, 90), 3, lighter(b.second, 0.7), { opacity: 0.4, rx: 2 })), s.path("M-10,264 C60,226 110,240 170,262Z M340,264 C400,214 470,220 530,264Z", darker(b.second, 0.3))],
  lamps: (s, b) => Array.from({ length: 20 }, () => { const r = s.random.between(12, 44); const [x, y] = [s.random.between(0, 512), s.random.between(0, 400)]; return s.ellipse(x, y, r, r, s.radial(x, y, r, [[0, b.second, 0.5], [0.85, b.second, 0.62], [1, lighter(b.second, 0.4), 0.25]])); }),
  window: (s, b) => [s.path("M300,40 L540,10 L540,380 L300,350Z", s.linear(300, 40, 512, 380, [[0, lighter(b.second, 0.75)], [1, b.second]])), s.line("M412,20 L412,370 M300,190 L540,190", darker(b.wall, 0.35), 12), s.path("M300,350 L540,380 L330,520 L20,520Z", lighter(b.second, 0.8), { opacity: 0.25 })],
  town: (s, b) => Array.from({ length: 9 }, (_, i) => { const x = i * 62 - 20; const h = s.random.between(120, 260); const col = s.random() < 0.5 ? b.second : lighter(b.second, 0.3); return [s.rect(x, 520 - h - 60, 62, h + 80, s.linear(x, 0, x + 62, 0, [[0, lighter(col, 0.2)], [1, darker(col, 0.25)]])), s.path(`M${x - 5},${460 - h} l36,-26 l36,26Z`, "#a4492e"), [0, 1, 2].map((k) => s.rect(x + 14, 490 - h + k * 56, 13, 26, darker(col, 0.5), { opacity: 0.8 })), [0, 1, 2].map((k) => s.rect(x + 38, 490 - h + k * 56, 13, 26, "#f6cf83", { opacity: 0.8 }))]; }),
};

/** The whole background. `b` is { wall, second, place, depth? }. */
export function backdrop(s, b) {
  return s.group([
    s.rect(0, 0, 512, 512, s.linear(0, 0, 420, 512, [[0, lighter(b.wall, 0.4)], [0.5, b.wall], [1, darker(b.wall, 0.35)]])),
    soft(s, places[b.place](s, b), b.depth ?? 4),
    s.glow(110, 70, 330, "#fff0cf", 0.55),
    s.soft(300, 360, 180, 190, "#1b1020", 0.3, 40),
  ]);
}
