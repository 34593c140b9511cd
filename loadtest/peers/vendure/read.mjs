// Asks a server for public pages over connections that stay open, and prints what it cost as JSON:
// node read.mjs products URL FILE COUNT                                  saves products of Plaza with what Vendure needs of them
// node read.mjs plaza|vendure URL KIND TARGETS SECONDS SEED PID [PID]    the second PID: the database
// KIND is product, list, search, or first: each product once, without a warm-up. A closed loop: a connection sends the next
// request when its answer has arrived and was checked.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";

const [peer, url, ...rest] = process.argv.slice(2);
const IN_FLIGHT = 8;
/** Warm-up before a measurement, as a multiple of it. Node has compiled Vendure's code after some 12 s. */
const WARM_UP = 3;
const PER_PAGE = 20;
/** Pages of a category that are asked for. */
const PAGES = 5;
/** Searches, each of one or two words of a product's name. */
const SEARCHES = 500;
/** Words that PostgreSQL does not look for. */
const STOP_WORDS = new Set("about after before between during other their through under where which while".split(" "));
/** Unit of times in /proc (proc(5)). */
const TICKS_PER_SECOND = 100;

const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
const { hostname, port } = new URL(url);

/** Sends a request as a browser does; a body makes it a POST. Returns the body of the answer, which must be 200. */
function ask({ path, body }) {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "gzip" };
    if (body) Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    const sent = request({ hostname, port, path, method: body ? "POST" : "GET", agent, headers }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const received = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
        const bytes = answer.headers["content-encoding"] === "gzip" ? gunzipSync(received) : received;
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${path}: ${answer.statusCode} ${bytes.toString().slice(0, 300)}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const json = async (what) => JSON.parse(await ask(what));

/** Runs a task for each item, IN_FLIGHT at once. */
async function each(items, task) {
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) await task(item, index);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

async function saveProducts(file, count) {
  const cards = [];
  for (let page = 1; page; ) {
    const { data, next } = await json({ path: `/api/v1/users/offerings/?per_page=100&sort=newest&page=${page}` });
    cards.push(...data);
    page = next;
  }
  // Evenly from all of them, so that a small number has every category.
  const wanted = Math.min(count, cards.length);
  const products = [];
  await each(Array.from({ length: wanted }, (_, index) => cards[Math.floor((index * cards.length) / wanted)]), async ({ id }, index) => {
    const { data } = await json({ path: `/api/v1/users/product/${id}/` });
    const { name, category, subcategory, description, variants } = data;
    products[index] = {
      id, name, category, subcategory, description,
      variants: variants.map((variant, at) => ({ name: variant.name || (at ? `Choice ${at + 1}` : ""), price: variant.price })),
    };
  });
  writeFileSync(file, JSON.stringify(products));
}

/** Random numbers below 1 (mulberry32). The same seed gives the same ones. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(items, random) {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}

/** One or two words of a name, as a person types them. Null if it has none that is long enough. */
function wordsOf({ name }, random) {
  const words = name.toLowerCase().match(/\p{L}{5,}/gu)?.filter((word) => !STOP_WORDS.has(word)) ?? [];
  if (words.length === 0) return null;
  const first = Math.floor(random() * words.length);
  return words.slice(first, first + 1 + Math.floor(random() * 2)).join(" ");
}

const PRODUCT = `query Product($id: ID!) {
  product(id: $id) {
    id name slug description
    featuredAsset { id preview }
    assets { id preview width height }
    facetValues { id code name facet { code name } }
    optionGroups { id code name options { id code name } }
    variants { id name sku currencyCode price priceWithTax stockLevel taxRateApplied { value } options { id code name } }
  }
}`;
const SEARCH = `query Search($input: SearchInput!) {
  search(input: $input) {
    totalItems
    items {
      productId productName slug description currencyCode inStock
      productAsset { id preview }
      priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } }
    }
    facetValues { count facetValue { id code name } }
  }
}`;

/** What each server is asked for, and what an answer must hold. */
const PEERS = {
  plaza: {
    product: ({ id, name }) => ({ path: `/api/v1/users/product/${id}/`, holds: [`"id":${id},`, `"name":${JSON.stringify(name)}`] }),
    search: (what) => tab({ what, filters: { features: [], open_now: false } }),
    // Pages are asked for by the cursor of the page before.
    async list(categories) {
      const pages = [];
      for (const { category } of categories) {
        let cursor;
        for (let page = 0; page < PAGES && cursor !== null; page += 1) {
          const one = tab({ filters: { category, features: [], open_now: false }, cursor });
          pages.push(one);
          cursor = (await json(one)).data.next ?? null;
        }
      }
      return pages;
    },
  },
  vendure: {
    product: ({ id, name }) => graphql(PRODUCT, { id }, [`"id":"${id}"`, `"name":${JSON.stringify(name)}`]),
    search: (term) => graphql(SEARCH, { input: { term, groupByProduct: true, take: PER_PAGE } }, ['"items":[{']),
    list: (categories) =>
      categories.flatMap(({ category, count }) =>
        Array.from({ length: Math.min(PAGES, Math.ceil(count / PER_PAGE)) }, (_, page) =>
          graphql(SEARCH, { input: { collectionSlug: category, groupByProduct: true, take: PER_PAGE, skip: page * PER_PAGE } }, ['"items":[{']),
        ),
      ),
  },
};

/** Search as the web sends it. */
function tab(fields) {
  return {
    path: "/api/v1/users/search-tab/",
    body: JSON.stringify({ tab: "all", where: {}, when: { time_zone: "Europe/Madrid" }, sort: "relevance", limit: PER_PAGE, ...fields }),
    holds: ['"hits":[{'],
  };
}

function graphql(query, variables, holds) {
  return { path: "/shop-api", body: JSON.stringify({ query, variables }), holds, lacks: '"errors":[' };
}

async function requests(kind, products, random) {
  if (kind === "product" || kind === "first") return products.map(PEERS[peer].product);
  const { [kind]: make } = PEERS[peer];
  if (kind === "search") {
    const words = shuffled(products, random).map((product) => wordsOf(product, random));
    return [...new Set(words.filter(Boolean))].slice(0, SEARCHES).map((word) => make(word));
  }
  const counts = new Map();
  for (const { category } of products) counts.set(category, (counts.get(category) ?? 0) + 1);
  return make([...counts].map(([category, count]) => ({ category, count })));
}

/** CPU time of a process, its children that ended, and those that run, in seconds. */
function cpu(root) {
  const stats = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
      stats.set(Number(pid), { parent: fields[1], ticks: fields[11] + fields[12] + fields[13] + fields[14] });
    } catch {
      // Ended meanwhile; its parent counts it.
    }
  }
  if (!stats.has(root)) throw new Error(`process ${root} has ended`);
  const isBelow = (pid) => pid === root || (stats.has(pid) && isBelow(stats.get(pid).parent));
  const ticks = [...stats].filter(([pid]) => isBelow(pid)).map(([, one]) => one.ticks);
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** Asks one after the other over IN_FLIGHT connections for some seconds, or each once. Returns the times of all answers in ms. */
async function load(all, seconds, once) {
  const times = [];
  const until = performance.now() + seconds * 1000;
  let next = 0;
  const loop = async () => {
    while (performance.now() < until && !(once && next === all.length)) {
      const one = all[next % all.length];
      next += 1;
      const began = performance.now();
      const answer = await ask(one);
      times.push(performance.now() - began);
      const missing = one.holds.find((text) => !answer.includes(text));
      if (missing || (one.lacks && answer.includes(one.lacks))) {
        throw new Error(`${one.path} ${one.body ?? ""}: ${missing ? `no ${missing}` : "errors"} in ${answer.toString().slice(0, 500)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  return times;
}

if (peer === "products") {
  await saveProducts(rest[0], Number(rest[1]));
} else {
  const [kind, targets, seconds, seed, ...pids] = rest;
  const random = seeded(Number(seed));
  const all = shuffled(await requests(kind, JSON.parse(readFileSync(targets, "utf8")), random), random);
  const once = kind === "first";
  if (!once) await load(all, Number(seconds) * WARM_UP);
  const [before, own, began] = [pids.map((pid) => cpu(Number(pid))), process.cpuUsage(), performance.now()];
  const times = (await load(all, Number(seconds), once)).sort((a, b) => a - b);
  const took = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(own);
  const [server, database = 0] = pids.map((pid, index) => cpu(Number(pid)) - before[index]);
  const percentile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  console.log(
    JSON.stringify({
      peer, kind, different: all.length, requests: times.length, seconds: took,
      p50: percentile(0.5), p99: percentile(0.99), server, database, driver: (user + system) / 1e6,
    }),
  );
}
agent.destroy();
