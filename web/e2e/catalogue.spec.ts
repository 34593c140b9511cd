import { expect, type Locator, type Page, test } from "@playwright/test";
import { fits } from "./support/axe";
import { dayAfter } from "./support/market";
import { accessible, newName, OWN_PASSWORD } from "./support/pages";
import { register } from "./support/people";

/** Registers a salon with a shop and a restaurant, and signs its owner in. Returns the path of its public page. */
async function openCatalogue(page: Page): Promise<string> {
  const name = newName("salon");
  const answer = await page.request.post("/api/v1/userProfessionalRoutes/company-profiles/", {
    data: {
      company_name: name,
      company_email: `${name}@salon.example`,
      company_phone: "+34932170000",
      address: "Plaza 5",
      city: "Barcelona",
      postalCode: "08024",
      country: "ES",
      categories: ["beauty", "shops", "food", "hotels"],
      firstName: "Lucia",
      lastName: "Ortega",
      email: `${name}@plaza.example`,
      userName: name,
      phone: "+34600000000",
      password: OWN_PASSWORD,
      confirm_password: OWN_PASSWORD,
      terms: true,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  await page.goto("/pro/login");
  await page.getByLabel("Email").fill(`${name}@plaza.example`);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro");
  await page.goto("/pro/catalogue/services");
  await expect(page.getByText("No services yet")).toBeVisible();
  return `/companies/${name}`;
}

async function addStaff(page: Page, name: string) {
  await page.goto("/pro/catalogue/staff");
  await page.getByRole("button", { name: "Add staff or a table" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
}

const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("All changes saved")).toBeVisible();
};

const csv = (text: string) => ({ name: "catalogue.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

async function drag(page: Page, from: Locator, dx: number, dy: number) {
  // The bar of the page covers its upper edge.
  await from.evaluate((table) => table.scrollIntoView({ block: "center" }));
  const box = await from.boundingBox();
  if (!box) throw new Error("The table is not on the screen.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}

test("a service with slots and staff is public until sold out", async ({ page, browser }) => {
  const company = await openCatalogue(page);
  await addStaff(page, "Ana Ruiz");
  await page.getByRole("button", { name: "Working time of Ana Ruiz" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Add weekly times" }).click();
  for (const day of ["Sat", "Sun"]) await sheet.getByText(day, { exact: true }).click();
  await sheet.getByLabel("First day").fill("2030-08-01");
  await sheet.getByLabel("Last day").fill("2030-08-03");
  await sheet.getByRole("button", { name: "Add 3 days off" }).click();
  await accessible(page);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toHaveCount(0);

  await page.goto("/pro/catalogue/offerings/new?kind=service");
  await page.getByLabel("Name").fill("Facial");
  await page.getByLabel("Category", { exact: true }).selectOption("beauty");
  await page.getByRole("textbox", { name: "Price with VAT (EUR)" }).fill("45,00");
  await page.getByLabel("VAT (%)").fill("21");
  await page.getByRole("checkbox", { name: "Ana Ruiz" }).check();
  await page.getByRole("button", { name: "Add weekly times" }).click();
  for (const day of ["Sat", "Sun"]) await page.getByText(day, { exact: true }).click();
  await page
    .getByLabel("Add pictures")
    .or(page.locator("input[type=file]"))
    .first()
    .setInputFiles({
      name: "facial.png",
      mimeType: "image/png",
      buffer: await page.screenshot(),
    });
  await expect(page.getByRole("img", { name: "Picture 1" })).toBeVisible();
  await save(page);
  await expect(page).toHaveURL(/\/pro\/catalogue\/offerings\/\d+/);
  await page.reload();
  await expect(page.getByRole("img", { name: "Picture 1" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Ana Ruiz" })).toBeChecked();
  await accessible(page);
  await fits(page);

  const visitor = await (
    await browser.newContext({ timezoneId: "Europe/Madrid", locale: "en-US" })
  ).newPage();
  await visitor.goto(`${company}/services`);
  const card = visitor.getByRole("link", { name: /Facial/ }).first();
  await expect(card).toBeVisible();

  await page.goto("/pro/catalogue/services");
  await page.getByRole("textbox", { name: "Price of Facial (EUR)" }).fill("50");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Price of Facial (EUR)" })).toHaveValue("50.00");
  await page.getByRole("switch", { name: "Facial is sold out" }).click();
  await expect(page.getByRole("switch", { name: "Facial is sold out" })).toBeChecked();
  await visitor.reload();
  await expect(visitor.getByText(/sold out/i).first()).toBeVisible();
  await visitor.context().close();
});

test("a broken line imports nothing, a mended file everything", async ({ page }) => {
  await openCatalogue(page);
  await page.goto("/pro/catalogue/products");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const head = "sku;kind;category;name;folder;size;price;stock\n";
  const lines = ["T-S;product;shops;Towel;Bath;S;12,50;3", "T-L;product;shops;Towel;Bath;L;15;4"];
  const file = page.getByLabel("CSV file", { exact: true });
  await file.setInputFiles(csv(`${head}${lines[0]}\n${lines[1]?.replace("15", "much")}\n`));
  const row = page.getByRole("row").filter({ hasText: "price" });
  await expect(row).toContainText("3");
  await expect(row).toContainText("Enter a price such as 24.50");
  await expect(page.getByRole("button", { name: /^Import \d/ })).toHaveCount(0);
  await accessible(page);

  await file.setInputFiles(csv(`${head}${lines.join("\n")}\n`));
  await expect(page.getByText("New folders: Bath")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 entry" }).click();
  await expect(page.getByText("1 imported")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("link", { name: /Towel/ })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await (await (await download).createReadStream()).toArray();
  expect(Buffer.concat(text).toString("utf8")).toContain("Towel");

  await page.getByRole("checkbox", { name: "Select Towel" }).check();
  await page.getByRole("button", { name: "Sold out", exact: true }).click();
  await expect(page.getByRole("switch", { name: "Towel is sold out" })).toBeChecked();
  await expect(page.getByText("1 selected")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select Towel" }).check();
  await page.getByLabel("Move to folder").selectOption("none");
  await expect(page.getByText("1 selected")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select Towel" }).check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No products yet")).toBeVisible();
});

test("tables are dragged, moved by keys and joined", async ({ page }) => {
  await openCatalogue(page);
  await addStaff(page, "Ana Ruiz");
  await page.getByRole("button", { name: "Add staff or a table" }).click();
  await page.getByLabel("Type").selectOption("table");
  await page.getByLabel("Name").fill("Window");
  await page.getByRole("button", { name: "Save" }).click();
  const table = page.getByRole("button", { name: /^Window, / });
  await expect(table).toBeVisible();
  await page.getByRole("button", { name: "Add a table", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Table 2, / })).toBeVisible();

  const before = await table.getAttribute("aria-label");
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await drag(page, table, 120, 90);
  await saved;
  await expect(table).not.toHaveAttribute("aria-label", before ?? "");
  const dragged = await table.getAttribute("aria-label");
  await page.reload();
  await expect(table).toHaveAttribute("aria-label", dragged ?? "");

  const moved = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await moved;
  await expect(table).not.toHaveAttribute("aria-label", dragged ?? "");
  await expect(page.getByText("Next to it: Table 2")).toBeVisible();
  await accessible(page);

  await page.getByRole("button", { name: "Join with neighbors" }).click();
  await expect(page.getByText("Can be joined with Table 2")).toBeVisible();
  await fits(page);
});

test("time blocked in the calendar is gone for customers, and comes back", async ({ page, browser }) => {
  await openCatalogue(page);
  await addStaff(page, "Ana Ruiz");
  await page.goto("/pro/catalogue/offerings/new?kind=service");
  await page.getByLabel("Name").fill("Facial");
  await page.getByLabel("Category", { exact: true }).selectOption("beauty");
  await page.getByRole("textbox", { name: "Price with VAT (EUR)" }).fill("45,00");
  await page.getByLabel("VAT (%)").fill("21");
  await page.getByRole("checkbox", { name: "Ana Ruiz" }).check();
  await page.getByRole("button", { name: "Add weekly times" }).click();
  for (const day of ["Sat", "Sun"]) await page.getByText(day, { exact: true }).click();
  await save(page);
  await expect(page).toHaveURL(/\/pro\/catalogue\/offerings\/\d+/);
  const offering = page.url().split("/").at(-1);

  const date = dayAfter(7);
  const { storageState } = await register("Mara");
  const madrid = await browser.newContext({ storageState, timezoneId: "Europe/Madrid", locale: "en-US" });
  const visitor = await madrid.newPage();
  await visitor.goto(`/bookAppointment?offering=${offering}&date=${date}`);
  const ten = visitor.getByRole("button", { name: /^10:00/ });
  await expect(ten).toHaveAttribute("aria-disabled", "false");

  await page.goto(`/pro/calendar?date=${date}`);
  const times = page.getByRole("region", { name: "Times" });
  await expect(times).toBeVisible();
  await accessible(page);
  await fits(page);
  await page.getByRole("button", { name: "Block time" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("From").fill("10:00");
  await sheet.getByLabel(/^To\b/).fill("11:00");
  await sheet.getByLabel("Note (optional)").fill("Training");
  await accessible(page);
  await sheet.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText("Time blocked")).toBeVisible();
  await expect(times.getByRole("button", { name: /Training/ })).toBeVisible();
  await expect(ten).toHaveCount(0);

  // The block is undone, and made again by the keyboard as one of Ana's.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(ten).toHaveAttribute("aria-disabled", "false");
  await page.getByLabel("Staff, table or equipment").selectOption("Ana Ruiz");
  await expect(page).toHaveURL(/resource=\d+/);
  const cursor = times.getByRole("button", { name: /9:00 AM – 9:30 AM$/ });
  await cursor.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowDown");
  for (let step = 0; step < 2; step += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await expect(sheet.getByLabel("For", { exact: true })).toHaveValue(/^resource /);
  await expect(sheet.getByLabel("From")).toHaveValue("10:00");
  await sheet.getByRole("button", { name: "Block", exact: true }).click();
  await times.getByRole("button", { name: /Blocked/ }).click();
  await sheet.getByRole("button", { name: "Unblock" }).click();
  await expect(page.getByText("Time unblocked")).toBeVisible();
  await expect(times.getByRole("button", { name: /Blocked/ })).toHaveCount(0);
  await madrid.close();
});
