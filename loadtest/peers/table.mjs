// RESULTS.md from the JSON of each run and from the one before, whose notes it keeps:
// node table.mjs FOLDER READERS ROUNDS SECONDS RESULTS.md
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const [folder, readers, rounds, seconds, before] = process.argv.slice(2);
const NAMES = {
  limit: "limit: pre-encoded, one write a tick, nothing else",
  plaza: "Plaza, plain WebSocket, every message durable",
  "plaza-socket.io": "Plaza, Socket.IO, every message durable",
  socketioxide: "socketioxide",
  ws: "ws on Node",
  "socket.io": "socket.io on Node",
};

const runs = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => {
    const [, name, onTheWay] = file.match(/^\d+-(.+)-(\d+)\.json$/);
    return { name, onTheWay, ...JSON.parse(readFileSync(join(folder, file), "utf8")) };
  });

function median(name, onTheWay, figure) {
  const values = runs
    .filter((run) => run.name === name && run.onTheWay === onTheWay && run.exit_code !== 3)
    .map((run) => run.figures[figure])
    .filter((value) => value !== null && value !== undefined)
    .sort((a, b) => a - b);
  return values.length ? values[Math.floor(values.length / 2)] : Number.NaN;
}

const shown = (value, digits) => (Number.isNaN(value) ? "–" : value.toFixed(digits));

console.log(`# Fan-out beside its peers

One room of ${readers} readers, messages of 200 bytes, a closed loop with 8 and with 64 messages on the way (in flight). Each server
on one core, the driver on another, ${rounds} rounds of ${seconds} s interleaved, medians. What was delivered was checked for gaps,
duplicates, order and loss in every run. Made by \`make peers\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores of
${cpus()[0].model.trim()}, shared with others, so read the ratios and not the seconds.
`);
for (const onTheWay of ["8", "64"]) {
  const base = median("plaza", onTheWay, "server.cpu_per_million");
  console.log(`## ${onTheWay} on the way\n`);
  console.log("| server | CPU s per million deliveries | against Plaza | deliveries/s | p99 ms | driver's CPU s per million |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
  for (const [name, label] of Object.entries(NAMES)) {
    const cpu = median(name, onTheWay, "server.cpu_per_million");
    const cells = [
      shown(cpu, 2),
      shown(cpu / base, 2),
      shown(median(name, onTheWay, "deliveries.rate"), 0),
      shown(median(name, onTheWay, "delivery.p99") * 1000, 1),
      shown(median(name, onTheWay, "driver.cpu_per_million"), 2),
    ];
    console.log(`| ${label} | ${cells.join(" | ")} |`);
  }
  console.log();
}
const invalid = runs.filter((run) => !run.passed);
console.log(
  invalid.length
    ? `${invalid.length} of ${runs.length} runs did not pass: ${invalid.map((run) => `${run.name} with ${run.onTheWay} (${run.invalid.concat(run.wrong).join("; ") || `exit ${run.exit_code}`})`).join(", ")}.`
    : `All ${runs.length} runs passed.`,
);

/** Written by hand; what follows it outlives a measurement. */
const NOTES = "## Where the time goes";
const old = existsSync(before) ? readFileSync(before, "utf8") : "";
if (old.includes(NOTES)) console.log(`\n${old.slice(old.indexOf(NOTES)).trimEnd()}`);
