// Vendure 3 with its Shop API on a PostgreSQL, for loadtest/READS.md:
// node server.mjs                           serves on PORT, from the database at PGPORT
// node server.mjs fill PRODUCTS TARGETS     makes the tables, fills them with the products of a file, writes what read.mjs asks for
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import * as vendure from "@vendure/core";

const [mode, from, to] = process.argv.slice(2);
const fills = mode === "fill";
const secret = () => randomBytes(24).toString("hex");

const config = {
  apiOptions: {
    hostname: "127.0.0.1",
    port: Number(process.env.PORT ?? 0),
    adminApiPath: "admin-api",
    shopApiPath: "shop-api",
    introspection: false,
    adminApiPlayground: false,
    shopApiPlayground: false,
    adminApiDebug: false,
    shopApiDebug: false,
  },
  authOptions: {
    tokenMethod: ["bearer", "cookie"],
    superadminCredentials: { identifier: "superadmin", password: secret() },
    cookieOptions: { secret: secret() },
  },
  dbConnectionOptions: {
    type: "postgres",
    host: "127.0.0.1",
    port: Number(process.env.PGPORT),
    username: "postgres",
    database: "postgres",
    synchronize: fills,
    logging: false,
  },
  logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Error, timestamp: false }),
  plugins: [vendure.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true })],
};

/** Writes of products at once. */
const WRITERS = 8;
const en = (fields) => [{ languageCode: "en", ...fields }];

async function fill(app) {
  const products = JSON.parse(readFileSync(from, "utf8"));
  const started = Date.now();
  const step = (text) => console.log(`  ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s: ${text}`);

  await app.get(vendure.Populator).populateInitialData({
    defaultLanguage: "en",
    defaultZone: "Europe",
    countries: [{ name: "Spain", code: "ES", zone: "Europe" }],
    taxRates: [{ name: "Standard", percentage: 21 }],
    shippingMethods: [],
    paymentMethods: [],
    collections: [],
  });
  // After the tax rate and its zone, so that no price lacks them.
  const ctx = await app.get(vendure.RequestContextService).create({ apiType: "admin", languageCode: "en" });
  const [tax] = (await app.get(vendure.TaxCategoryService).findAll(ctx)).items;
  // Updates of single variants are put aside: the index is made once, at the end.
  const queues = app.get(vendure.JobQueueService);
  queues.addBuffer({
    id: "until-reindex",
    collect: ({ queueName, data }) => queueName === "update-search-index" && data.type !== "reindex",
    reduce: () => [],
  });
  await queues.start();

  const categories = await facet(app, ctx, "category", products);
  const subcategories = await facet(app, ctx, "subcategory", products);
  step(`${categories.size} categories, ${subcategories.size} subcategories`);

  const importer = app.get(vendure.FastImporterService);
  await importer.initialize(ctx.channel);
  const made = [];
  let next = 0;
  const write = async () => {
    while (next < products.length) {
      const at = next;
      next += 1;
      const product = products[at];
      const facetValueIds = [categories.get(product.category), subcategories.get(product.subcategory)].filter(Boolean);
      made[at] = { id: String(await create(importer, product, facetValueIds, tax.id)), name: product.name, category: product.category };
      if ((at + 1) % 1000 === 0) step(`${at + 1} of ${products.length} products`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  step(`${made.length} products`);

  for (const [key, id] of categories) {
    await app.get(vendure.CollectionService).create(ctx, {
      translations: en({ name: key, slug: key, description: "" }),
      filters: [
        {
          code: "facet-value-filter",
          arguments: [
            { name: "facetValueIds", value: JSON.stringify([id]) },
            { name: "containsAny", value: "false" },
          ],
        },
      ],
    });
  }
  await jobs(app);
  step(`${categories.size} collections`);
  await app.get(vendure.SearchService).reindex(ctx);
  await jobs(app);
  const { rawConnection } = app.get(vendure.TransactionalConnection);
  const [{ count }] = await rawConnection.query('SELECT count(DISTINCT "productId")::int AS count FROM search_index_item');
  if (count !== products.length) throw new Error(`${count} of ${products.length} products are in the search index`);
  await rawConnection.query("VACUUM ANALYZE");
  writeFileSync(to, JSON.stringify(made));
  step("search index");
}

/** Creates a facet of all values that the products have. Returns the id of each value. */
async function facet(app, ctx, code, products) {
  const { id } = await app.get(vendure.FacetService).create(ctx, { code, isPrivate: false, translations: en({ name: code }) });
  const parent = await app.get(vendure.TransactionalConnection).getEntityOrThrow(ctx, vendure.Facet, id);
  const values = new Map();
  for (const value of new Set(products.map((product) => product[code]).filter(Boolean))) {
    const made = await app.get(vendure.FacetValueService).create(ctx, parent, { code: value, translations: en({ name: value }) });
    values.set(value, made.id);
  }
  return values;
}

/** Creates a product with its variants. Several variants get an option each. Returns its id. */
async function create(importer, { id, name, description, variants }, facetValueIds, taxCategoryId) {
  const product = await importer.createProduct({
    facetValueIds,
    translations: en({ name, slug: `${name}-${id}`, description, customFields: {} }),
  });
  let group;
  if (variants.length > 1) {
    group = await importer.createProductOptionGroup({ code: `choice-${id}`, options: [], translations: en({ name: "Choice" }) });
    await importer.addOptionGroupToProduct(product, group);
  }
  for (const [index, variant] of variants.entries()) {
    const option = group && (await importer.createProductOption({
      productOptionGroupId: group,
      code: `choice-${index}`,
      translations: en({ name: variant.name }),
    }));
    await importer.createProductVariant({
      productId: product,
      facetValueIds: [],
      sku: `${id}-${index}`,
      taxCategoryId,
      stockOnHand: 100,
      optionIds: option ? [option] : [],
      price: variant.price,
      translations: en({ name: `${name} ${variant.name}`.trim(), customFields: {} }),
    });
  }
  return product;
}

/** Waits until no job has been open for a second. Throws if one failed. */
async function jobs(app) {
  const { jobQueueStrategy } = app.get(vendure.ConfigService).jobQueueOptions;
  for (let quiet = 0; quiet < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { items } = await jobQueueStrategy.findMany();
    const failed = items.find(({ state }) => state === "FAILED");
    if (failed) throw new Error(`job ${failed.queueName}: ${failed.error}`);
    quiet = items.every(({ isSettled }) => isSettled) ? quiet + 1 : 0;
  }
}

const app = await vendure.bootstrap(config);
if (fills) {
  await fill(app);
  await app.close();
  process.exit();
}
