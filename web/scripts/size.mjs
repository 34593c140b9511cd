// Fails when a first route needs more than its budget: JavaScript by gzip; files and bytes as the server sends them.
// First route: the entry and everything it imports statically, plus each first screen on its own. A tab comes with its screen.
import { existsSync, readFileSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET = 200 * 1024;
/** Other screens load what they share with a first view in whole files: fewer requests for more bytes. */
const OTHER_BUDGET = 254 * 1024;
/** Files of a view that are known when it is built. The rest of 25 requests and 300 KB is for data and pictures. */
const VIEW_FILES = 21;
const VIEW_BYTES = 272 * 1024;
/** Page, its first script and its icon. */
const PAGE = ["index.html", "boot.js", "mark.svg"];
/** Texts of the area and of the shell, in one language, and the list of its areas. */
const LOCALES = 3;

const dist = new URL("../dist/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(`.vite/${name}.json`, dist), "utf8"));
if (!existsSync(new URL(".vite/manifest.json", dist))) {
  console.error("No build found: run `npm run build` first.");
  process.exit(1);
}
const manifest = read("manifest");
const { modules, views } = read("first-views");
const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));

function walk(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) walk(next, seen);
  return seen;
}
const walkModule = (module) => walk(keyOf.get(modules[module]));

const bytesOf = (file) => readFileSync(new URL(file, dist));
const gzipped = (keys) =>
  [...new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith(".js")))].reduce(
    (sum, file) => sum + gzipSync(bytesOf(file), { level: 9 }).length,
    0,
  );
const sent = (file) => {
  const brotli = new URL(`${file}.br`, dist);
  return statSync(existsSync(brotli) ? brotli : new URL(file, dist)).size;
};

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const screens = Object.keys(modules).filter((module) => /(Screen|Route|Tab)\.tsx$/.test(module));
/** The screen around a tab: `company/tabs/RoomsTab.tsx` is shown by `company/CompanyScreen.tsx`. */
const screenOf = (module) =>
  module.replace(
    /([^/]+)\/tabs\/\w+Tab\.tsx$/,
    (_, area) => `${area}/${area[0].toUpperCase()}${area.slice(1)}Screen.tsx`,
  );
const base = new Set([...walk(entry), ...views.shell.flatMap((module) => [...walkModule(module)])]);
let failed = false;
const report = (text, isOver) => {
  failed ||= isOver;
  console.log(isOver ? `${text}  OVER` : text);
};
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} KB`;
const reportScript = (name, keys, budget) => {
  const bytes = gzipped(keys);
  report(`${kilobytes(bytes)}  ${name}`, bytes > budget);
};
const firsts = Object.values(views).flat();
reportScript("shell", base, BUDGET);
for (const screen of screens) {
  const keys = new Set(base);
  for (const part of new Set([screenOf(screen), screen])) for (const key of walkModule(part)) keys.add(key);
  reportScript(`shell + ${screen}`, keys, firsts.includes(screen) ? BUDGET : OTHER_BUDGET);
}
const fonts = Object.values(manifest).filter(({ src }) => /\/fonts\/.*-latin\.woff2$/.test(src ?? ""));
for (const [view, parts] of Object.entries(views)) {
  const files = new Set([...PAGE, ...fonts.map(({ file }) => file)]);
  const keys = new Set(base);
  // A signed-in person's part comes with each of the person's views.
  for (const part of view === "messages" ? [...parts, ...views.member] : parts)
    for (const key of walkModule(part)) keys.add(key);
  for (const key of keys)
    for (const file of [manifest[key].file, ...(manifest[key].css ?? [])]) files.add(file);
  const bytes = [...files].reduce((sum, file) => sum + sent(file), 0);
  const count = files.size + LOCALES;
  report(`${kilobytes(bytes)}  first view ${view}, ${count} files`, count > VIEW_FILES || bytes > VIEW_BYTES);
}
process.exit(failed ? 1 : 0);
