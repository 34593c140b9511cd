// Fails when the JavaScript that the first route needs, gzipped, is over its budget.
// First route: the entry and everything it imports statically, plus each first screen on its own. A tab comes with its screen.
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET = 200 * 1024;
const dist = new URL("../dist/", import.meta.url);
const manifestFile = new URL(".vite/manifest.json", dist);
if (!existsSync(manifestFile)) {
  console.error("No build found: run `npm run build` first.");
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));

function walk(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) walk(next, seen);
  return seen;
}

const gzipped = (keys) => {
  const files = new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith(".js")));
  return [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length,
    0,
  );
};

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const screens = Object.keys(manifest).filter((key) => /(Screen|Route|Tab)\.tsx$/.test(key));
/** The screen around a tab: `company/tabs/RoomsTab.tsx` is shown by `company/CompanyScreen.tsx`. */
const screenOf = (key) =>
  key.replace(
    /([^/]+)\/tabs\/\w+Tab\.tsx$/,
    (_, area) => `${area}/${area[0].toUpperCase()}${area.slice(1)}Screen.tsx`,
  );
const base = walk(entry);
let failed = false;
const report = (name, bytes) => {
  const over = bytes > BUDGET;
  failed ||= over;
  console.log(
    `${(bytes / 1024).toFixed(1).padStart(7)} KB  ${name}${over ? `  OVER ${BUDGET / 1024} KB` : ""}`,
  );
};
report("shell", gzipped(base));
for (const screen of screens) {
  const keys = new Set(base);
  for (const part of new Set([screenOf(screen), screen])) for (const key of walk(part)) keys.add(key);
  report(`shell + ${screen.replace(/^src\//, "")}`, gzipped(keys));
}
process.exit(failed ? 1 : 0);
