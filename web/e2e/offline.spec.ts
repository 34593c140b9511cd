import { readFileSync } from "node:fs";
import { expect, type Request, type Response, test } from "@playwright/test";
import { chatOf } from "./support/bulkMessages";
import { field, network } from "./support/chat";
import { arrive, leaveAfterEach, register } from "./support/people";

test.use({ serviceWorkers: "allow" });

leaveAfterEach();

interface Built {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Returns the paths of the files that the build made of a module and of what it imports. */
function filesOf(module: string): string[] {
  const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8")) as Record<string, Built>;
  const { file, css = [], imports = [] } = manifest[module] as Built;
  return [`/${file}`, ...css.map((one) => `/${one}`), ...imports.flatMap(filesOf)];
}

test("the app opens without network", async ({ browser }) => {
  const { page } = await arrive(browser, "Ofelia", { at: "/messages" });
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const isKept = (path: string) => page.evaluate(async (path) => Boolean(await caches.match(path)), path);
  await expect.poll(() => isKept("/"), { timeout: 20_000 }).toBe(true);
  // Under the worker's control each file that a screen loads is kept.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  // The last of the tabs that are loaded ahead.
  for (const file of filesOf("src/app/MeRoute.tsx"))
    await expect.poll(() => isKept(file), { message: file, timeout: 20_000 }).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await expect(page.getByText("You’re offline")).toBeVisible();
  // A tab that was never opened.
  await page.getByRole("navigation").getByRole("link", { name: "Me", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Ofelia" })).toBeVisible();
  await page.goto("/loyalty");
  await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Loyalty cards", level: 1 })).toBeVisible();
});

test("a change without network is answered once and put back", async ({ browser }) => {
  const { page } = await arrive(browser, "Oriol", { at: "/settings/privacy" });
  const receipts = page.getByRole("switch", { name: "Read receipts" });
  await expect(receipts).toBeChecked();
  await page.context().setOffline(true);
  await receipts.click();
  await expect(page.getByText(/Could not reach Plaza/)).toHaveCount(1);
  await expect(page.getByText("Could not save this privacy setting")).toHaveCount(0);
  await expect(receipts).toBeChecked();
  await page.context().setOffline(false);
  await page.reload();
  await expect(receipts).toBeChecked();
});

test("a draft written without network is saved when it is back", async ({ browser }) => {
  const draftOf = (what: Response | Request) => what.url().includes("/draft/");
  const [pia, tom] = [await arrive(browser, "Pia", { at: "/messages" }), await register("Tom")];
  const { page } = pia;
  const person = { page, context: page.context() };
  await page.goto(`/messages/${await chatOf(pia, tom)}`);
  await expect(field(page)).toBeVisible();
  await network(person, false);
  const failed = page.waitForEvent("requestfailed", draftOf);
  await field(page).fill("Written on the train");
  await failed;
  const saved = page.waitForResponse((answer) => draftOf(answer) && answer.ok());
  await network(person, true);
  await saved;
});
