import { expect, type Page } from "@playwright/test";

export { accessible } from "./axe";

/** Of every account of the demo. */
export const DEMO_PASSWORD = "Plaza-demo-1";
/** Credentials and data of new test accounts. */
export const OWN_PASSWORD = "Nora-likes-tiles-9";

export async function signIn(page: Page, name = "alice", password = DEMO_PASSWORD) {
  await page.getByLabel("Email or user name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

let made = 0;

/** A name that no other journey takes. */
export function newName(stem: string): string {
  made += 1;
  return `${stem}${Date.now().toString(36)}${process.pid.toString(36)}${made}`;
}

/** Both steps of the sign-up, with nothing that may be left out. */
export async function signUp(page: Page, name: string, firstName = "Nora") {
  await page.goto("/signup");
  await page.getByLabel("Email").fill(`${name}@plaza.example`);
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel("Confirm password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill("Vidal");
  await page.getByLabel("Date of birth").fill("1991-06-05");
  await page.getByLabel("Gender").selectOption("female");
  await page.getByLabel("Street and number").fill("3 Harbour Street");
  await page.getByLabel("I accept the terms").check();
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page).toHaveURL(/\/onboarding\/categories/);
}

/** Waits for the latest message in the demo outbox of a recipient. */
export async function lastCode(page: Page, recipient: string, digits: number): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto("/demo/outbox");
  const letter = outbox.getByRole("listitem").filter({ hasText: recipient }).first();
  await expect(letter).toBeVisible();
  const code = (await letter.innerText()).match(new RegExp(`\\b\\d{${digits}}\\b`))?.[0];
  await outbox.close();
  if (!code) throw new Error(`no code of ${digits} digits for ${recipient}`);
  return code;
}

/** Signs out from the account page and waits for the end of the session. */
export async function signOut(page: Page): Promise<void> {
  await page.goto("/UserProfile/User");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
}

interface StoredLogin {
  user: { id: number; type: string };
}

/** Returns the login in the local storage, or null. */
export const storedLogin = (page: Page): Promise<StoredLogin | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("plaza.auth") ?? "null"));

/** Returns a small PDF for file fields. */
export const pdfFile = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"),
});
