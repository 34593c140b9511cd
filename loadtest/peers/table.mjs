// Prints RESULTS.md from the JSON of each run. Keeps the notes of the previous RESULTS.md:
// node table.mjs FOLDER READERS ROUNDS SECONDS RESULTS.md
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const [folder, readers, rounds, seconds, before] = process.argv.slice(2);
const NAMES = {
  limit: "limit: pre-encoded, one write per tick, nothing else",
  plaza: "Plaza, plain WebSocket, every message durable",
  "plaza-socket.io": "Plaza, Socket.IO, every message durable",
  socketioxide: "socketioxide",
  ws: "ws on Node",
  "socket.io": "socket.io on Node",
};
const DURABLE_NAMES = {
  plaza: NAMES.plaza,
  "plaza-socket.io": NAMES["plaza-socket.io"],
  "socket.io-sqlite": "socket.io and better-sqlite3 on Node, a transaction for each message",
};

const runs = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => {
    const [, name, load] = file.match(/^\d+-(.+?)-(\d+(?:-\d+)?)\.json$/);
    return { name, load, ...JSON.parse(readFileSync(join(folder, file), "utf8")) };
  });

function median(name, load, figure) {
  const values = runs
    .filter((run) => run.name === name && run.load === load && run.exit_code !== 3)
    .map((run) => run.figures[figure])
    .filter((value) => value !== null && value !== undefined)
    .sort((a, b) => a - b);
  return values.length ? values[Math.floor(values.length / 2)] : Number.NaN;
}

const shown = (value, digits) => (Number.isNaN(value) ? "–" : value.toFixed(digits));

console.log(`# Fan-out compared with peers

One room of ${readers} readers, messages of 200 bytes, a closed loop with 8 and with 64 messages in flight. Each server
on one core, the driver on another, ${rounds} rounds of ${seconds} s interleaved, medians. All deliveries of every run were checked for gaps,
duplicates, order and loss. Created by \`make peers\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores of
${cpus()[0].model.trim()}, shared with other work, so compare the ratios, not the seconds.
`);
function table(load, names) {
  const base = median("plaza", load, "server.cpu_per_million");
  console.log("| server | CPU s per million deliveries | relative to Plaza | deliveries/s | p50 ms | p99 ms | driver's CPU s per million |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const [name, label] of Object.entries(names)) {
    const cpu = median(name, load, "server.cpu_per_million");
    const cells = [
      shown(cpu, 2),
      shown(cpu / base, 2),
      shown(median(name, load, "deliveries.rate"), 0),
      shown(median(name, load, "delivery.p50") * 1000, 1),
      shown(median(name, load, "delivery.p99") * 1000, 1),
      shown(median(name, load, "driver.cpu_per_million"), 2),
    ];
    console.log(`| ${label} | ${cells.join(" | ")} |`);
  }
  console.log();
}

for (const inFlight of ["8", "64"]) {
  console.log(`## ${inFlight} in flight\n`);
  table(inFlight, NAMES);
}
console.log("# Many small chats\n\n200 people, messages of 200 bytes at a fixed rate in total. Every server commits each message.\n");
for (const load of ["2-300", "2-1000", "2-3000", "20-300"]) {
  const [members, rate] = load.split("-");
  console.log(`## Chats of ${members}, ${rate} messages a second\n`);
  table(load, DURABLE_NAMES);
}
const invalid = runs.filter((run) => !run.passed);
console.log(
  invalid.length
    ? `${invalid.length} of ${runs.length} runs did not pass: ${invalid.map((run) => `${run.name} with ${run.load} (${run.invalid.concat(run.wrong).join("; ") || `exit ${run.exit_code}`})`).join(", ")}.`
    : `All ${runs.length} runs passed.`,
);

/** Heading of the notes, which are written by hand and kept across measurements. */
const NOTES = "## Profile";
const old = existsSync(before) ? readFileSync(before, "utf8") : "";
if (old.includes(NOTES)) console.log(`\n${old.slice(old.indexOf(NOTES)).trimEnd()}`);
