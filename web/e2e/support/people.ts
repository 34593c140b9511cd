import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { requestSession, type TestUser } from "./auth";
import { newName, OWN_PASSWORD } from "./pages";

// Test accounts of one journey, independent of other journeys.

export interface Registered extends TestUser {
  userName: string;
  /** Unique first and last name. */
  name: string;
}

export interface Newcomer extends Registered {
  page: Page;
}

const opened: BrowserContext[] = [];

export function leaveAfterEach(): void {
  test.afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });
}

interface Options {
  /** First page. */
  at?: string;
  width?: number;
  touch?: boolean;
  /** The browser and the account are French. */
  french?: boolean;
}

/** Makes an account. */
export async function register(firstName: string, language?: "FR"): Promise<Registered> {
  const userName = newName(firstName.toLowerCase());
  const lastName = userName.slice(firstName.length);
  const entered = await requestSession("/api/v1/users/register/", {
    email: `${userName}@plaza.example`,
    userName,
    password: OWN_PASSWORD,
    confirm_password: OWN_PASSWORD,
    firstName,
    lastName,
    dob: "1991-06-05",
    gender: "female",
    address: "3 Harbour Street",
    ...(language && { language }),
    terms: true,
  });
  return { ...entered, userName, name: `${firstName} ${lastName}` };
}

/** Makes an account and signs it in, in a browser of its own. */
export async function arrive(browser: Browser, firstName: string, options: Options = {}): Promise<Newcomer> {
  const registered = await register(firstName, options.french ? "FR" : undefined);
  const context = await browser.newContext({
    storageState: registered.storageState,
    viewport: { width: options.width ?? 1440, height: 900 },
    hasTouch: options.touch ?? false,
    ...(options.french && { locale: "fr-FR" }),
  });
  opened.push(context);
  const page = await context.newPage();
  await page.goto(options.at ?? "/people");
  return { ...registered, page };
}

/** Finds a person with the search of the screen. */
export async function find(page: Page, who: Newcomer): Promise<void> {
  await page.getByRole("searchbox", { name: "Search people and businesses" }).fill(who.userName);
  await expect(page.getByRole("link", { name: who.name })).toBeVisible();
}

/** Returns a button of a person's row. Its name ends with the person's name. */
export const buttonOf = (page: Page, action: string, who: Newcomer) =>
  page.getByRole("button", { name: `${action} ${who.name}`, exact: true });

/** The two become friends through their screens. */
export async function befriend(one: Newcomer, other: Newcomer): Promise<void> {
  await find(one.page, other);
  await buttonOf(one.page, "Add friend", other).click();
  await other.page.getByRole("tab", { name: /^Requests/ }).click();
  await buttonOf(other.page, "Accept", one).click();
  await expect(buttonOf(one.page, "Unfriend", other)).toBeVisible();
}
