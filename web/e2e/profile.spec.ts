import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { accessible, newName, OWN_PASSWORD, pdfFile, signUp } from "./support/pages";

test("changes name, city, picture and a document", async ({ page }) => {
  await signUp(page, newName("zoe"), "Zoé");
  await page.goto("/UserProfile/User");
  await accessible(page);
  await page.getByRole("link", { name: /Edit profile/ }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Zoé");
  await accessible(page);

  // A picture, cut to a square: drawn with the arrows, brought nearer.
  const picture = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 600;
    canvas.height = 300;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.fillStyle = "#1d4f7c";
    context.fillRect(0, 0, 300, 300);
    context.fillStyle = "#c4532f";
    context.fillRect(300, 0, 300, 300);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Change picture" }).click();
  await (await chooser).setFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.from(picture, "base64"),
  });
  const dialog = page.getByRole("dialog", { name: "Your picture" });
  await expect(dialog.getByRole("button", { name: "Use this picture" })).toBeEnabled();
  await dialog.getByRole("group", { name: /arrow keys/ }).press("ArrowLeft");
  await dialog.getByRole("slider", { name: "Zoom" }).fill("2");
  await accessible(page);
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("main img").first()).toHaveJSProperty("complete", true);

  const documents = page.getByRole("region", { name: "Documents" });
  const papersChooser = page.waitForEvent("filechooser");
  await documents.getByRole("button", { name: "Add a document" }).click();
  await (await papersChooser).setFiles(pdfFile("passport.pdf"));
  await documents.getByLabel("Type").selectOption("Identity document");
  await documents.getByRole("button", { name: "Save document" }).click();
  await expect(documents.getByRole("button", { name: "Download passport.pdf" })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    documents.getByRole("button", { name: "Download passport.pdf" }).click(),
  ]);
  expect(
    readFileSync((await file.path()) ?? path.sep)
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await documents.getByRole("button", { name: "Remove passport.pdf", exact: true }).click();
  await expect(documents.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(documents.getByRole("button", { name: "Remove passport.pdf", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await documents.getByRole("button", { name: "Remove passport.pdf permanently" }).click();
  await expect(documents.getByRole("button", { name: "Download passport.pdf" })).toHaveCount(0);

  await page.getByLabel("User name").fill("alice");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Phone required")).toBeVisible();
  await page.getByLabel("Phone", { exact: true }).fill("+33612345678");
  await page.getByLabel("Current password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Username is not available")).toBeVisible();
  await expect(page.getByLabel("User name")).toBeFocused();
  await page.getByLabel("User name").fill(newName("zoe"));
  await page.getByLabel("First name").fill("Zoë");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL("/UserProfile/User");
  await expect(page.getByRole("heading", { name: "Zoë Vidal" })).toBeVisible();
});

test("changes country and language from the profile", async ({ page }) => {
  await signUp(page, newName("kai"), "Kai");
  await page.goto("/UserProfile/User");
  await page.getByRole("link", { name: /Country and language/ }).click();
  await page.getByLabel("Country", { exact: true }).selectOption("JP");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /Country and language/ })).toContainText("Japan, English");
});
