import { expect, test } from "@playwright/test";
import { accessible } from "./support/pages";
import { arrive, leaveAfterEach } from "./support/people";

leaveAfterEach();

test("a profile is found by its code, its picture and its link", async ({ browser }) => {
  const rosa = await arrive(browser, "Rosa", { at: "/UserProfile/share" });
  const paul = await arrive(browser, "Paul", { at: "/UserProfile/share" });
  const card = rosa.page.getByRole("region", { name: /^Rosa/ });
  const qr = card.getByRole("img", { name: /^QR code/ });
  await expect(qr).toBeVisible();
  await expect(card.getByRole("img", { name: /^Barcode/ })).toBeVisible();
  await accessible(rosa.page);
  const text = (await card.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4} [0-9A-Z]{4}$/).innerText()).trim();

  await paul.page.getByLabel("Code or link").fill("Not a code");
  await paul.page.getByRole("button", { name: "Open profile" }).click();
  await expect(paul.page.getByText("This isn’t the code of a profile")).toBeVisible();
  await paul.page.getByLabel("Code or link").fill(text.toLowerCase());
  await paul.page.getByRole("button", { name: "Open profile" }).click();
  await expect(paul.page.getByRole("heading", { level: 2, name: /^Rosa/ })).toBeVisible();

  // The picture of the code, as somebody sends it.
  await paul.page.goto("/UserProfile/share");
  const picture = await qr.screenshot();
  await paul.page
    .locator("input[type=file]")
    .setInputFiles({ name: "code.png", mimeType: "image/png", buffer: picture });
  await expect(paul.page.getByRole("heading", { level: 2, name: /^Rosa/ })).toBeVisible();

  // A new code ends the former.
  await rosa.page.getByRole("button", { name: "New code" }).click();
  await rosa.page.getByRole("dialog").getByRole("button", { name: "New code" }).click();
  await expect(rosa.page.getByText("You have a new code")).toBeVisible();
  await expect(card.getByText(text)).toHaveCount(0);
  await paul.page.goto(`/u/${text.replaceAll(" ", "")}`);
  await expect(paul.page.getByText("No username found")).toBeVisible();
  await accessible(paul.page);
});

test("a person's lists of followers hold companies and friends", async ({ browser }) => {
  const rosa = await arrive(browser, "Rosa", { at: "/people?show=following" });
  await expect(rosa.page.getByText("You follow nobody yet")).toBeVisible();
  await rosa.page.goto("/companies/casa-azul");
  // The button changes before the server has answered, and leaving the page would cut the request.
  const saved = rosa.page.waitForResponse(/follow-toggle/);
  await rosa.page.getByRole("button", { name: "Follow", exact: true }).click();
  await saved;
  await expect(rosa.page.getByRole("button", { name: "Following", exact: true })).toBeVisible();
  await rosa.page.goto("/people?show=following");
  const row = rosa.page.getByRole("listitem").filter({ hasText: "Casa Azul" });
  await accessible(rosa.page);
  await row.getByRole("link", { name: "Casa Azul" }).click();
  await expect(rosa.page).toHaveURL(/\/companies\/casa-azul/);
  await rosa.page.goto("/people?show=followers");
  await expect(rosa.page.getByText("No followers yet")).toBeVisible();
});
