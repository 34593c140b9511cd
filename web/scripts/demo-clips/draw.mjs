// Draws the demo's clips into the store, from which the server binary embeds them: pictures of `../demo-pictures` under a
// moving camera, drawn frame by frame in Chromium, with music, encoded by ffmpeg (H.264, AAC, faststart).
//   npm install --no-package-lock && npm run draw [-- name …]
// `CHROMIUM` is the browser's program, /usr/bin/chromium-headless-shell without it. `OUT` is another folder to write to.
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { chromium } from "../../node_modules/@playwright/test/index.mjs";
import { clips } from "./clips.mjs";
import { compose } from "./music.mjs";
import { vtt } from "./subtitles.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.OUT ?? join(here, "../../../store/src/seed/reels/clips");
const cache = join(tmpdir(), "plaza-demo-clips");
const RATE = 24;
/** Bytes of a clip at most: forty and their posters stay below ten million. */
const LIMIT = 225_000;

const wanted = process.argv.slice(2);
const numbered = clips.map((clip, index) => ({
  seconds: clip.shots.length === 2 ? 7 : 8.5,
  ...clip,
  index,
  file: String(index + 1).padStart(2, "0"),
}));

/** Returns the picture, rendered at twice its size, since a clip shows a part of it. */
async function picture(name) {
  const file = join(cache, `${name}.jpg`);
  if (!(await stat(file).catch(() => null))) {
    const { market } = await import("../demo-pictures/market/index.mjs");
    const found = market.find((each) => each.name === name);
    if (!found) throw new Error(`no picture ${name}`);
    await mkdir(cache, { recursive: true });
    await sharp(Buffer.from(found.svg()), { density: 144, unlimited: true })
      .flatten({ background: "#fbf8f3" })
      .jpeg({ quality: 94 })
      .toFile(file);
  }
  return `data:image/jpeg;base64,${(await readFile(file)).toString("base64")}`;
}

function ffmpeg(args, input) {
  return new Promise((done, failed) => {
    const child = spawn("ffmpeg", ["-v", "error", "-y", ...args], {
      stdio: [input ? "pipe" : "ignore", "inherit", "inherit"],
    });
    child.on("error", failed);
    child.on("close", (code) =>
      code === 0 ? done() : failed(new Error(`ffmpeg ${args.join(" ")}: ${code}`)),
    );
    if (input) input(child.stdin).then(() => child.stdin.end(), failed);
  });
}

async function drawClip(page, clip, folder) {
  for (const name of new Set(clip.shots.map((shot) => shot.picture)))
    await page.evaluate(([n, url]) => load(n, url), [name, await picture(name)]);
  const count = Math.round(clip.seconds * RATE);
  const raw = join(folder, "frames.mkv");
  await ffmpeg(
    ["-f", "image2pipe", "-c:v", "mjpeg", "-framerate", String(RATE), "-i", "-", "-c:v", "copy", raw],
    async (pipe) => {
      for (let i = 0; i < count; i++) {
        const jpeg = Buffer.from(await page.evaluate(([c, s]) => frame(c, s), [clip, i / RATE]), "base64");
        if (i === Math.round(RATE * 1.2)) await writeFile(join(folder, "poster.jpg"), jpeg);
        if (!pipe.write(jpeg)) await new Promise((drained) => pipe.once("drain", drained));
      }
    },
  );
  const sound = join(folder, "sound.wav");
  await writeFile(sound, compose(clip.music, count / RATE, clip.index));
  const target = join(out, `${clip.file}.mp4`);
  const video = [
    "-c:v",
    "libx264",
    "-preset",
    "slow",
    "-tune",
    "animation",
    "-profile:v",
    "main",
    "-pix_fmt",
    "yuv420p",
    "-g",
    String(RATE * 4),
    "-vf",
    "scale=540:960:in_range=full:out_range=tv",
  ];
  const rest = [
    "-c:a",
    "aac",
    "-b:a",
    "40k",
    "-ac",
    "1",
    "-shortest",
    "-movflags",
    "+faststart",
    "-map_metadata",
    "-1",
    "-fflags",
    "+bitexact",
    "-flags:v",
    "+bitexact",
    "-flags:a",
    "+bitexact",
    target,
  ];
  await ffmpeg(["-i", raw, "-i", sound, ...video, "-crf", "31", ...rest]);
  let bytes = (await stat(target)).size;
  if (bytes > LIMIT) {
    // Two passes meet a size; what is left of it after the sound and the container is for the picture.
    const rate = String(Math.floor(((LIMIT * 0.95 - 14_000) * 8) / clip.seconds - 40_000));
    const log = ["-passlogfile", join(folder, "pass")];
    await ffmpeg(["-i", raw, ...video, "-b:v", rate, "-pass", "1", ...log, "-an", "-f", "null", "-"]);
    await ffmpeg(["-i", raw, "-i", sound, ...video, "-b:v", rate, "-pass", "2", ...log, ...rest]);
    bytes = (await stat(target)).size;
  }
  if (bytes > LIMIT) throw new Error(`${clip.name}: ${bytes} bytes, more than ${LIMIT}`);
  await sharp(join(folder, "poster.jpg"))
    .webp({ quality: 70, effort: 6 })
    .toFile(join(out, `${clip.file}.webp`));
  for (const [index, language] of ["en", "fr"].entries())
    await writeFile(
      join(out, `${clip.file}.${language}.vtt`),
      vtt(
        clip.lines.map((line) => line[index]),
        clip.seconds,
      ),
    );
  console.log(`${clip.file} ${clip.name}\t${bytes} bytes`);
}

/** Lists the drawn clips: number, name, category, milliseconds, mean colour of the poster. */
async function list() {
  const lines = [];
  for (const clip of numbered) {
    const poster = await readFile(join(out, `${clip.file}.webp`)).catch(() => null);
    if (!poster) continue;
    const pixel = await sharp(poster).resize(1, 1, { fit: "fill" }).removeAlpha().raw().toBuffer();
    lines.push(
      [
        clip.file,
        clip.name,
        clip.category,
        Math.round((Math.round(clip.seconds * RATE) / RATE) * 1000),
        `#${pixel.toString("hex").slice(0, 6)}`,
      ].join("\t"),
    );
  }
  await writeFile(join(out, "index.tsv"), `${lines.join("\n")}\n`);
}

await mkdir(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox"],
});
const folder = await mkdtemp(join(tmpdir(), "clip-"));
try {
  for (const clip of numbered.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const page = await browser.newPage();
    await page.addScriptTag({ path: join(here, "stage.js") });
    await drawClip(page, clip, folder);
    await page.close();
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
await list();
