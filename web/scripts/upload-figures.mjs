// Measures the memory of the server during an upload of 500 MB: node scripts/upload-figures.mjs <address of a demo server>
// <process id of the server>. Fails when the server needs more than 60 MB more than before. Needs ffmpeg.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { apiAt } from "./measure.mjs";

const [url = "http://127.0.0.1:8080", server = ""] = process.argv.slice(2);
const UPLOADS = "userprofessional/reels/uploads/";
const BYTES = 500 * 1024 * 1024;
/** Parts in flight, as the web sends them. */
const AT_ONCE = 3;
/** MB. */
const LIMIT = 60;

const call = apiAt(url);

/** A clip of two seconds. */
function clip() {
  const input = ["-f", "lavfi", "-i", "testsrc=duration=2:size=720x1280:rate=30"];
  const output = [
    "-c:v",
    "libx264",
    "-pix_fmt",
    "yuv420p",
    "-movflags",
    "frag_keyframe+empty_moov",
    "-f",
    "mp4",
  ];
  return execFileSync("ffmpeg", ["-v", "error", ...input, ...output, "-"], { maxBuffer: 64 * 1024 * 1024 });
}

/** Memory of the server in MB: now, and its peak since `resetPeak`. */
function memory() {
  const status = readFileSync(`/proc/${server}/status`, "utf8");
  const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: of("VmRSS"), peak: of("VmHWM") };
}

const resetPeak = () => writeFileSync(`/proc/${server}/clear_refs`, "5");

// A player skips a box named "free": the file is a video of 500 MB that takes no longer to encode than its clip.
const start = clip();
const header = Buffer.alloc(8);
header.writeUInt32BE(BYTES - start.length);
header.write("free", 4);
const head = Buffer.concat([start, header]);

const login = { email: "chef@plaza.example", password: "Plaza-demo-1" };
const token = (await call("POST", "userProfessionalRoutes/login/", null, login)).data.access_token;
const { data: upload } = await call("POST", UPLOADS, token, { name: "large.mp4", bytes: BYTES });
const part = (number) => {
  const from = number * upload.part_bytes;
  const bytes = Buffer.alloc(Math.min(upload.part_bytes, BYTES - from), number + 1);
  if (from < head.length) head.copy(bytes, 0, from);
  return bytes;
};

resetPeak();
const before = memory().now;
const began = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < upload.parts) {
      const number = next;
      next += 1;
      const bytes = part(number);
      const checksum = createHash("sha256").update(bytes).digest("hex");
      await call("PUT", `${UPLOADS}${upload.id}/parts/${number}/?checksum=${checksum}`, token, bytes);
    }
  }),
);
const seconds = (performance.now() - began) / 1_000;
let state = (await call("POST", `${UPLOADS}${upload.id}/complete/`, token)).data;
while (state.state !== "ready" && state.state !== "failed") {
  await new Promise((resolve) => setTimeout(resolve, 250));
  state = (await call("GET", `${UPLOADS}${upload.id}/`, token)).data;
}
const more = memory().peak - before;
console.log(
  `  500 MB in ${seconds.toFixed(1)} s, then ${state.state}: ${before.toFixed(0)} MB before, at most ${more.toFixed(0)} MB more`,
);
if (state.state !== "ready" || more > LIMIT) process.exitCode = 1;
await call("DELETE", `${UPLOADS}${upload.id}/`, token);
