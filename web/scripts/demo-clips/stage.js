// Runs in the browser: draws one frame of a clip on a canvas of 540 × 960 pixels.
// A shot is a picture with a camera that moves over it, and effects in coordinates of the picture (0 to 1).
const [WIDTH, HEIGHT] = [540, 960];
const TAU = Math.PI * 2;
const lerp = (a, b, t) => a + (b - a) * t;
const ease = (t) => t * t * (3 - 2 * t);
const wrap = (t) => t - Math.floor(t);
/** A number in [0, 1) from two integers, the same in every frame. */
const dice = (a, b = 0) => wrap(Math.sin(a * 127.1 + b * 311.7) * 43758.5453);

const canvas = document.createElement("canvas");
canvas.width = WIDTH;
canvas.height = HEIGHT;
const screen = canvas.getContext("2d");
const layer = new OffscreenCanvas(WIDTH, HEIGHT);
const ctx = layer.getContext("2d");
const pictures = new Map();

async function load(name, url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  pictures.set(name, await createImageBitmap(image));
}

/** Camera `[x, y, zoom, turn]`: its centre on the picture, 1 shows the full height. */
function camera(shot, picture, t) {
  const [from, to] = [shot.from, shot.to ?? shot.from];
  const k = shot.linear ? t : ease(t);
  const [x, y, zoom, turn] = [0, 1, 2, 3].map((i) => lerp(from[i] ?? 0, to[i] ?? 0, k));
  const scale = (HEIGHT / picture.height) * zoom;
  const half = [WIDTH / 2 / scale / picture.width, HEIGHT / 2 / scale / picture.height];
  // The frame never leaves the picture, unless it turns, which needs zoom instead.
  const cx = turn ? x : Math.min(1 - half[0], Math.max(half[0], x));
  const cy = turn ? y : Math.min(1 - half[1], Math.max(half[1], y));
  return { scale, turn: (turn * Math.PI) / 180, x: cx * picture.width, y: cy * picture.height };
}

const glow = (x, y, r, colour, alpha) => {
  const g = ctx.createRadialGradient(x, y, 0, x, y, r);
  g.addColorStop(0, `rgba(${colour},${alpha})`);
  g.addColorStop(0.35, `rgba(${colour},${alpha * 0.4})`);
  g.addColorStop(1, `rgba(${colour},0)`);
  ctx.fillStyle = g;
  ctx.fillRect(x - r, y - r, r * 2, r * 2);
};

/** Effects on the picture: `w`, `h` are its size, `s` seconds since the clip began, `beat` beats a second. */
const effects = {
  /** Strips of water that sway sideways, with glitter that comes and goes. */
  water({ top, bottom = 1, left = 0, right = 1, sway = 1, glitter = 40 }, { picture, w, h, s }) {
    const [y0, y1] = [top * h, bottom * h];
    for (let y = y0; y < y1; y += 6) {
      const deep = (y - y0) / (y1 - y0);
      const dx =
        Math.sin(y * 0.045 - s * 2.6) * (2 + 7 * deep) * sway +
        Math.sin(y * 0.013 + s * 1.7) * 4 * deep * sway;
      const dy = Math.sin(y * 0.02 + s * 2) * 3 * deep * sway;
      ctx.drawImage(
        picture,
        left * w,
        y + dy,
        (right - left) * w,
        6,
        left * w + dx,
        y,
        (right - left) * w,
        6.5,
      );
    }
    ctx.fillStyle = "#ffffff";
    for (let i = 0; i < glitter; i++) {
      const life = wrap(s * (0.25 + dice(i, 1) * 0.35) + dice(i, 2));
      const deep = dice(i, 3) ** 0.7;
      ctx.globalAlpha = Math.sin(life * Math.PI) * 0.55;
      ctx.beginPath();
      ctx.ellipse(
        (left + dice(i, Math.floor(s * 0.3 + dice(i, 2))) * (right - left)) * w,
        y0 + deep * (y1 - y0),
        8 + 46 * deep,
        1.2 + 2.2 * deep,
        0,
        0,
        TAU,
      );
      ctx.fill();
    }
    ctx.globalAlpha = 1;
  },
  /** Warm light that flickers around flames and lamps: `[x, y, radius]`. */
  flames({ at, colour = "255,190,110", strength = 0.5 }, { w, h, s }) {
    ctx.globalCompositeOperation = "screen";
    at.forEach(([x, y, r], i) => {
      const f = 0.72 + 0.16 * Math.sin(s * 11 + i * 2.3) + 0.12 * Math.sin(s * 17.3 + i * 5.1);
      glow(x * w + Math.sin(s * 9 + i) * 2, y * h, r * h * (0.92 + 0.1 * f), colour, strength * f);
    });
    ctx.globalCompositeOperation = "source-over";
  },
  /** Flames of a stove or an oven: tongues that rise and fade. */
  fire({ at, width, height, colours = ["255,120,40", "255,180,70", "255,230,150"] }, { w, h, s }) {
    ctx.globalCompositeOperation = "screen";
    for (let i = 0; i < 46; i++) {
      const life = wrap(s * (0.9 + dice(i, 4) * 0.7) + dice(i, 5));
      const x = at[0] + (dice(i, 6) - 0.5) * width * (1 - life * 0.7) + Math.sin(s * 6 + i) * width * 0.03;
      const y = at[1] - life * height * (0.6 + 0.4 * dice(i, 8));
      glow(x * w, y * h, (1 - life) * height * h * 0.28 + 4, colours[i % colours.length], (1 - life) * 0.5);
    }
    ctx.globalCompositeOperation = "source-over";
  },
  /** Steam from a cup, a plate or a bath. */
  steam({ at, size = 0.1, strength = 0.2 }, { w, h, s }) {
    ctx.globalCompositeOperation = "screen";
    at.forEach(([x, y], j) => {
      for (let i = 0; i < 12; i++) {
        const life = wrap(s * 0.22 + i / 12 + dice(j, 9));
        const dx = Math.sin(life * 5 + s * 0.9 + i * 1.3 + j) * size * 0.35 * (0.3 + life);
        glow(
          (x + dx) * w,
          (y - life * size * 2.4) * h,
          (0.25 + life * 0.75) * size * h * 0.7,
          "255,250,240",
          Math.sin(life * Math.PI) * strength,
        );
      }
    });
    ctx.globalCompositeOperation = "source-over";
  },
  /** Beams that swing from lamps above: `at` are lamps, `colours` as "r,g,b". */
  beams({ at, colours, length = 0.9, wide = 0.1, strength = 0.34 }, { w, h, s, beat }) {
    ctx.globalCompositeOperation = "screen";
    at.forEach(([x, y], i) => {
      const angle = Math.PI / 2 + Math.sin(s * beat * Math.PI * 0.5 + i * 1.4) * 0.5;
      const pulse = strength * (0.55 + 0.45 * Math.cos(wrap(s * beat * 0.5 + i * 0.25) * TAU));
      const [ax, ay, l] = [x * w, y * h, length * h];
      const g = ctx.createLinearGradient(ax, ay, ax + Math.cos(angle) * l, ay + Math.sin(angle) * l);
      const c = colours[i % colours.length];
      g.addColorStop(0, `rgba(${c},${pulse})`);
      g.addColorStop(1, `rgba(${c},0)`);
      ctx.fillStyle = g;
      ctx.beginPath();
      ctx.moveTo(ax - 4, ay);
      ctx.lineTo(ax + Math.cos(angle - wide) * l, ay + Math.sin(angle - wide) * l);
      ctx.lineTo(ax + Math.cos(angle + wide) * l, ay + Math.sin(angle + wide) * l);
      ctx.lineTo(ax + 4, ay);
      ctx.fill();
    });
    ctx.globalCompositeOperation = "source-over";
  },
  /** The whole picture brightens on the beat. */
  pulse({ colour = "255,255,255", strength = 0.16 }, { w, h, s, beat }) {
    ctx.globalCompositeOperation = "overlay";
    ctx.fillStyle = `rgba(${colour},${strength * (1 - wrap(s * beat)) ** 2})`;
    ctx.fillRect(0, 0, w, h);
    ctx.globalCompositeOperation = "source-over";
  },
  /** A crowd whose part of the picture jumps to the beat. */
  crowd({ top, lift = 0.012 }, { picture, w, h, s, beat }) {
    const columns = 14;
    for (let i = 0; i < columns; i++) {
      const up =
        Math.abs(Math.sin((s * beat + dice(i, 11) * 0.25) * Math.PI)) * lift * h * (0.6 + 0.6 * dice(i, 12));
      const x = (i / columns) * w;
      ctx.drawImage(
        picture,
        x,
        top * h,
        w / columns + 1,
        h * (1 - top),
        x,
        top * h - up,
        w / columns + 1,
        h * (1 - top) + up,
      );
    }
  },
  /** Out-of-focus lights that rise slowly. */
  bokeh(
    {
      count = 16,
      colours = ["255,220,150", "255,245,220"],
      size = 0.05,
      top = 0,
      bottom = 0.8,
      speed = 0.04,
      strength = 0.3,
    },
    { w, h, s },
  ) {
    ctx.globalCompositeOperation = "screen";
    for (let i = 0; i < count; i++) {
      const life = wrap(s * speed * (0.6 + dice(i, 13)) + dice(i, 14));
      const [x, y] = [dice(i, 15) + Math.sin(s * 0.6 + i) * 0.012, lerp(bottom, top, life)];
      ctx.globalAlpha = Math.sin(life * Math.PI) * strength * (0.4 + 0.6 * dice(i, 16));
      ctx.fillStyle = `rgb(${colours[i % colours.length]})`;
      ctx.beginPath();
      ctx.arc(x * w, y * h, size * h * (0.25 + dice(i, 17) * 0.75), 0, TAU);
      ctx.fill();
    }
    ctx.globalAlpha = 1;
    ctx.globalCompositeOperation = "source-over";
  },
  /** Petals, leaves, flakes or confetti that fall and turn. */
  fall({ count = 26, colours, size = 0.012, speed = 0.12, drift = 0.06, round = false }, { w, h, s }) {
    for (let i = 0; i < count; i++) {
      const life = wrap(s * speed * (0.7 + 0.6 * dice(i, 18)) + dice(i, 19));
      const x = wrap(dice(i, 20) + Math.sin(s * 1.1 + i * 2.2) * 0.02 + life * drift);
      const q = size * h * (0.6 + 0.8 * dice(i, 21));
      ctx.save();
      ctx.translate(x * w, (life * 1.1 - 0.05) * h);
      ctx.rotate(s * (1 + dice(i, 22) * 2) + i);
      ctx.scale(1, round ? 1 : 0.35 + 0.65 * Math.abs(Math.sin(s * 2 + i)));
      ctx.fillStyle = colours[i % colours.length];
      ctx.globalAlpha = 0.9;
      ctx.beginPath();
      if (round) ctx.arc(0, 0, q * 0.6, 0, TAU);
      else ctx.ellipse(0, 0, q, q * 0.55, 0, 0, TAU);
      ctx.fill();
      ctx.restore();
    }
    ctx.globalAlpha = 1;
  },
  /** Dust that floats in the light. */
  dust({ count = 40, colour = "255,240,205", top = 0, bottom = 1, strength = 0.5 }, { w, h, s }) {
    ctx.globalCompositeOperation = "screen";
    for (let i = 0; i < count; i++) {
      const x = wrap(dice(i, 23) + s * 0.012 * (dice(i, 24) - 0.3) + Math.sin(s * 0.7 + i) * 0.006);
      const y = lerp(top, bottom, wrap(dice(i, 25) - s * 0.018 * (0.4 + dice(i, 26))));
      glow(
        x * w,
        y * h,
        h * (0.004 + 0.008 * dice(i, 27)),
        colour,
        strength * (0.35 + 0.65 * Math.sin(s * 1.3 + i * 3) ** 2),
      );
    }
    ctx.globalCompositeOperation = "source-over";
  },
  /** A broad ray of sun that wanders over the picture. */
  ray({ from = -0.2, to = 1.1, colour = "255,240,200", strength = 0.26 }, { w, h, t }) {
    const x = lerp(from, to, t) * w;
    ctx.globalCompositeOperation = "soft-light";
    const g = ctx.createLinearGradient(x - w * 0.3, 0, x + w * 0.3, h * 0.3);
    g.addColorStop(0, `rgba(${colour},0)`);
    g.addColorStop(0.5, `rgba(${colour},${strength * 2.4})`);
    g.addColorStop(1, `rgba(${colour},0)`);
    ctx.fillStyle = g;
    ctx.fillRect(0, 0, w, h);
    ctx.globalCompositeOperation = "source-over";
  },
  /** Gulls that cross the sky. */
  gulls({ count = 4, y = 0.2, colour = "#3a4350", size = 0.016 }, { w, h, s }) {
    ctx.strokeStyle = colour;
    ctx.lineCap = "round";
    for (let i = 0; i < count; i++) {
      const x = wrap(dice(i, 28) + s * 0.045 * (0.7 + dice(i, 29) * 0.6)) * 1.2 - 0.1;
      const q = size * h * (0.7 + dice(i, 30) * 0.7);
      const flap = Math.sin(s * 7 + i * 2) * 0.6;
      const cy = (y + (dice(i, 31) - 0.5) * 0.14) * h + Math.sin(s * 1.2 + i) * 6;
      ctx.lineWidth = q * 0.2;
      ctx.beginPath();
      ctx.moveTo(x * w - q, cy - q * flap);
      ctx.quadraticCurveTo(x * w - q * 0.4, cy - q * 0.5 - q * flap * 0.4, x * w, cy);
      ctx.quadraticCurveTo(x * w + q * 0.4, cy - q * 0.5 - q * flap * 0.4, x * w + q, cy - q * flap);
      ctx.stroke();
    }
  },
  /** Points of light that glint: on glass, gold, water drops. */
  glint({ at, size = 0.05, colour = "255,255,255" }, { w, h, s }) {
    ctx.globalCompositeOperation = "screen";
    at.forEach(([x, y], i) => {
      const f = Math.max(0, Math.sin(s * 2.2 + i * 1.9)) ** 6;
      const q = size * h * f;
      if (q < 1) return;
      glow(x * w, y * h, q * 0.8, colour, 0.8 * f);
      ctx.fillStyle = `rgba(${colour},${0.85 * f})`;
      for (const turn of [0, Math.PI / 2]) {
        ctx.save();
        ctx.translate(x * w, y * h);
        ctx.rotate(turn + 0.3);
        ctx.beginPath();
        ctx.ellipse(0, 0, q, q * 0.05 + 0.6, 0, 0, TAU);
        ctx.fill();
        ctx.restore();
      }
    });
    ctx.globalCompositeOperation = "source-over";
  },
  /** Bars of an equaliser along the bottom of a stage. */
  bars({ x = [0.3, 0.7], y = 0.72, height = 0.14, count = 18, colours }, { w, h, s, beat }) {
    ctx.globalCompositeOperation = "screen";
    const wide = ((x[1] - x[0]) * w) / count;
    for (let i = 0; i < count; i++) {
      const level =
        (0.3 + 0.7 * Math.abs(Math.sin(s * (4 + dice(i, 32) * 5) + i))) *
        (0.55 + 0.45 * (1 - wrap(s * beat)));
      ctx.fillStyle = `rgba(${colours[i % colours.length]},0.85)`;
      ctx.fillRect(x[0] * w + i * wide, y * h - level * height * h, wide * 0.62, level * height * h);
    }
    ctx.globalCompositeOperation = "source-over";
  },
  /** A part of the picture that turns, swings or bobs: `box` is [x, y, w, h] of the part, clipped to an ellipse. */
  part({ box, clip = "ellipse", move }, { picture, w, h, s, beat }) {
    const [x, y, bw, bh] = [box[0] * w, box[1] * h, box[2] * w, box[3] * h];
    const bob =
      (move.bob ?? 0) *
      h *
      Math.sin(s * (move.speed ?? 1.6) * (move.onBeat ? beat : 1) * (move.onBeat ? Math.PI : 1));
    const turn = (move.turn ?? 0) * Math.sin(s * (move.speed ?? 1.6)) + (move.spin ?? 0) * s * TAU;
    ctx.save();
    ctx.translate(x + bw / 2, y + bh / 2 + bob);
    ctx.rotate(turn);
    if (clip === "ellipse") {
      ctx.beginPath();
      ctx.ellipse(0, 0, bw / 2, bh / 2, 0, 0, TAU);
      ctx.clip();
    }
    ctx.drawImage(picture, x, y, bw, bh, -bw / 2, -bh / 2, bw, bh);
    ctx.restore();
  },
};

function drawShot(clip, shot, t, s) {
  const picture = pictures.get(shot.picture);
  const eye = camera(shot, picture, t);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.imageSmoothingQuality = "high";
  ctx.translate(WIDTH / 2, HEIGHT / 2);
  // A hand holds the camera: it breathes a little.
  ctx.rotate(eye.turn + Math.sin(s * 0.9) * 0.002);
  ctx.scale(eye.scale, eye.scale);
  ctx.translate(-eye.x, -eye.y);
  ctx.drawImage(picture, 0, 0);
  const scene = { picture, w: picture.width, h: picture.height, s, t, beat: clip.beat ?? 2 };
  for (const { kind, ...options } of shot.effects ?? []) effects[kind](options, scene);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
}

/** Seconds of the change from one shot to the next. */
const CUT = 0.5;

/** How a shot comes in over the one before it; `k` runs from 0 to 1. */
const transitions = {
  fade: (k) => {
    screen.globalAlpha = k;
    screen.drawImage(layer, 0, 0);
  },
  push: (k) => screen.drawImage(layer, (1 - k) * WIDTH, 0),
  rise: (k) => screen.drawImage(layer, 0, (1 - k) * HEIGHT),
  zoom: (k) => {
    screen.globalAlpha = k;
    const q = 1.25 - 0.25 * k;
    screen.translate(WIDTH / 2, HEIGHT / 2);
    screen.scale(q, q);
    screen.drawImage(layer, -WIDTH / 2, -HEIGHT / 2);
  },
};

/** Draws the clip at `s` seconds and returns it as a JPEG in base64. The last shot fades into the first, so that the clip loops. */
function frame(clip, s) {
  const each = clip.seconds / clip.shots.length;
  const index = Math.floor(s / each) % clip.shots.length;
  const within = s - index * each;
  screen.setTransform(1, 0, 0, 1, 0, 0);
  screen.globalAlpha = 1;
  const fading = within > each - CUT;
  drawShot(clip, clip.shots[index], (within + CUT) / (each + CUT), s);
  screen.drawImage(layer, 0, 0);
  if (fading) {
    const next = (index + 1) % clip.shots.length;
    const k = (within - (each - CUT)) / CUT;
    drawShot(
      clip,
      clip.shots[next],
      (within - (each - CUT)) / (each + CUT),
      next === 0 ? s - clip.seconds : s,
    );
    screen.save();
    transitions[clip.shots[next].enter ?? "fade"](ease(k));
    screen.restore();
  }
  // A darker top and bottom keep words on the picture readable.
  const shade = screen.createLinearGradient(0, 0, 0, HEIGHT);
  shade.addColorStop(0, "rgba(18,12,20,0.22)");
  shade.addColorStop(0.16, "rgba(18,12,20,0)");
  shade.addColorStop(0.7, "rgba(18,12,20,0)");
  shade.addColorStop(1, "rgba(18,12,20,0.3)");
  screen.globalAlpha = 1;
  screen.fillStyle = shade;
  screen.fillRect(0, 0, WIDTH, HEIGHT);
  return canvas.toDataURL("image/jpeg", 0.93).slice("data:image/jpeg;base64,".length);
}

Object.assign(window, { load, frame });
