// Prints READS.md from the results of read.mjs: node table.mjs FOLDER ROUNDS SECONDS
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const [folder, rounds, seconds] = process.argv.slice(2);
const ROWS = [
  ["product", "plaza", "product page", "Plaza, from kept bytes"],
  ["first", "plaza", "product page", "Plaza, each product once"],
  ["product", "vendure", "product page", "Vendure"],
  ["list", "plaza", "list of a category", "Plaza"],
  ["list", "vendure", "list of a category", "Vendure"],
  ["search", "plaza", "search with words", "Plaza"],
  ["search", "vendure", "search with words", "Vendure"],
];

const runs = readdirSync(folder)
  .filter((file) => file.endsWith(".result"))
  .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
const products = JSON.parse(readFileSync(join(folder, "plaza.json"), "utf8")).length;
const { version } = JSON.parse(readFileSync(new URL("node_modules/@vendure/core/package.json", import.meta.url), "utf8"));

function median(peer, kind, figure) {
  const values = runs.filter((run) => run.peer === peer && run.kind === kind).map(figure).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)];
}

const per1000 = (part) => (run) => (part(run) / run.requests) * 1000;
const whole = (run) => run.server + run.database;
const busy = Math.max(...["product", "list", "search"].map((kind) => median("plaza", kind, (run) => run.driver / run.seconds)));

console.log(`# Public reads compared with Vendure

Plaza and Vendure ${version} answer for the same ${products} products, with names, descriptions, categories, variants and prices of Plaza's
demo. One server at a time on one core: Plaza with SQLite in its process, or Vendure together with its PostgreSQL. The driver
is on another core: a closed loop with 8 requests in flight, ${rounds} rounds of ${seconds} s in turns, each after a warm-up of
three times as long, medians. Every answer was checked: status 200, the product's name and id, or at least one result. Created by \`make read-peers\` on
${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores of ${cpus()[0].model.trim()}, shared with other work, so compare the ratios, not the seconds.

| kind | server | CPU s per 1,000 requests | of the server | of the database | times Plaza's | requests/s | p50 ms | p99 ms |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`);
for (const [kind, peer, label, name] of ROWS) {
  const cpu = median(peer, kind, per1000(whole));
  const cells = [
    cpu.toFixed(3),
    median(peer, kind, per1000((run) => run.server)).toFixed(3),
    peer === "plaza" ? "–" : median(peer, kind, per1000((run) => run.database)).toFixed(3),
    (cpu / median("plaza", kind === "first" ? "product" : kind, per1000(whole))).toFixed(1),
    median(peer, kind, (run) => run.requests / run.seconds).toFixed(0),
    median(peer, kind, (run) => run.p50).toFixed(1),
    median(peer, kind, (run) => run.p99).toFixed(1),
  ];
  console.log(`| ${label} | ${name} | ${cells.join(" | ")} |`);
}
console.log(`
What is asked for:

- Product page. Plaza: \`catalogue_show_offering\`. Vendure: one query for name, description, pictures, facets, options, and variants with
  price, tax and stock. Plaza's answer also holds company, rating, dates, staff and eight similar products, which Vendure is not
  asked for. The texts of reviews are a request of their own and left out.
- List. Plaza: \`search_find\` with a category, as its category screen sends it. Vendure: \`search\` of a collection. 20 results of one of the
  first five pages, with their number and the counts of the filters. Plaza's results are offerings and companies.
- Search. The same two operations with one or two words of products' names, up to 500 different ones.

Limits of the comparison:

- Plaza keeps the bytes of a product page and checks their version at each request (README, *Decisions*). Products are asked for in a
  cycle, and the warm-up asks for the same ones first. The row *each product once* is measured on a server that has just
  started and keeps nothing yet. Lists and searches of visitors are kept too, until something of the market, their free times or
  the minute changes; those that show reels, as most searches with words here, are computed each time.
- Vendure runs with production settings and without a cache of answers, which a shop may put before it. Its default search plugin has
  no index of words in PostgreSQL. A shop with many products may choose the Elasticsearch plugin.
- PostgreSQL has 256 MB of shared buffers, which hold everything, and \`fsync=off\`, which does not matter to reads.
- Vendure has no pictures here, one currency, and a facet each for categories and subcategories.
- Requests accept gzip, as those of browsers. Plaza compresses its answers, Vendure does not. The driver used ${(busy * 100).toFixed(0)} % of its core beside Plaza at most; near 100 % Plaza's requests/s are the driver's.`);
