import { expect, type Page, test } from "@playwright/test";
import { accessible, DEMO_PASSWORD, lastCode, newName, OWN_PASSWORD, pdfFile } from "./support/pages";

const PICTURE = {
  name: "nora.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  ),
};

async function signInBusiness(page: Page, email: string, password: string) {
  await page.goto("/pro/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/pro");
}

/** Address of the link in the newest mail to a recipient. */
async function mailedLink(page: Page, recipient: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto("/demo/outbox");
  const mail = outbox.getByRole("listitem").filter({ hasText: recipient }).first();
  await expect(mail).toBeVisible();
  const link = (await mail.innerText()).match(/https?:\/\/\S+/)?.[0];
  await outbox.close();
  if (!link) throw new Error(`no link for ${recipient}`);
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

test("an invited employee sees what the role opens until removed", async ({ page, browser }) => {
  const email = `${newName("nora")}@plaza.example`;
  const last = newName("Lind");
  await signInBusiness(page, "chef@plaza.example", DEMO_PASSWORD);
  await page.goto("/pro/settings/employees");
  await page.getByRole("link", { name: "Add an employee" }).click();
  await page.getByRole("button", { name: "Add and invite" }).click();
  for (const problem of ["First name", "Email", "Role", "Profile picture", "ID card"])
    await expect(page.getByText(`${problem} required`)).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill(last);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Contact number").fill("+34 600 000 000");
  await page.getByLabel("Role").selectOption("manager");
  await page.locator("input[name=profile_image]").setInputFiles(PICTURE);
  await page.locator("input[name=id_card_image]").setInputFiles(pdfFile("card.pdf"));
  await accessible(page);
  await page.getByRole("button", { name: "Add and invite" }).click();
  await expect(page).toHaveURL("/pro/settings/employees");
  const row = page.getByRole("listitem").filter({ hasText: email });
  await expect(row).toContainText("Invited");
  await accessible(page);

  // The role is changed before the employee comes.
  await row.getByRole("button").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Role").selectOption("staff");
  await expect(page.getByText(/^Role of Nora .* saved$/)).toBeVisible();
  await expect(sheet.getByLabel("Role")).toHaveValue("staff");
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(row).toContainText("Staff");

  const work = await browser.newContext();
  const employee = await work.newPage();
  await employee.goto(await mailedLink(page, email));
  await expect(employee.getByRole("heading", { name: "Welcome to the team" })).toBeVisible();
  await expect(employee.getByLabel("Email")).toHaveValue(email);
  await accessible(employee);
  await employee.getByRole("button", { name: "Send code" }).click();
  await employee.getByLabel("Code").fill(await lastCode(employee, email, 4));
  await employee.getByRole("button", { name: "Continue" }).click();
  await expect(employee.getByRole("heading", { name: "Choose your password" })).toBeFocused();
  await employee.getByLabel("New password").fill(OWN_PASSWORD);
  await employee.getByLabel("Confirm password").fill(OWN_PASSWORD);
  await employee.getByRole("button", { name: "Save new password" }).click();
  await expect(employee).toHaveURL("/pro/login");
  await signInBusiness(employee, email, OWN_PASSWORD);

  const rail = employee.getByRole("navigation", { name: "Main" });
  await expect(rail.getByRole("link", { name: "Orders" })).toBeVisible();
  await expect(rail.getByRole("link", { name: "Catalog" })).toHaveCount(0);
  await rail.getByRole("link", { name: "Orders" }).click();
  await expect(employee.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await employee.goto("/pro/catalogue");
  await expect(employee.getByRole("heading", { name: "Your role doesn’t open this page" })).toBeVisible();
  await accessible(employee);

  // More opens as soon as the role does, and nothing after the removal.
  await page.reload();
  await expect(row).not.toContainText("Invited");
  await row.getByRole("button").click();
  await sheet.getByLabel("Role").selectOption("manager");
  await expect(row).toContainText("Manager");
  await employee.reload();
  await expect(employee.getByRole("heading", { level: 1, name: "Catalog" })).toBeVisible();
  await sheet.getByRole("button", { name: "Remove" }).click();
  await sheet.getByRole("button", { name: "Remove from the team" }).click();
  await expect(row).toHaveCount(0);
  await employee.reload();
  await expect(employee).toHaveURL(/\/pro\/login/);
  await work.close();
});
