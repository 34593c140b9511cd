import { writeFileSync } from "node:fs";
import { type Browser, chromium, expect, type LaunchOptions, type TestInfo, test } from "@playwright/test";
import { encodeBarcode } from "../src/features/people/code/encodeBarcode";
import { accessibleAtWidths } from "./support/axe";
import { arrive, leaveAfterEach } from "./support/people";

leaveAfterEach();

/** Smallest PNG: one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const [WIDTH, HEIGHT] = [1_280, 720];

/** Returns a recording of one still frame in YUV4MPEG2: the modules as bars in the middle of a light wall. */
function recordingOf(modules: string): Buffer {
  const scale = Math.floor((WIDTH * 0.8) / modules.length);
  const from = Math.floor((WIDTH - scale * modules.length) / 2);
  const row = Buffer.alloc(WIDTH, 225);
  for (let x = 0; x < modules.length * scale; x += 1) {
    if (modules[Math.floor(x / scale)] === "1") row[from + x] = 30;
  }
  const wall = Buffer.alloc(WIDTH, 225);
  const rows = Array.from({ length: HEIGHT }, (_, y) => (y > 200 && y < 520 ? row : wall));
  const colors = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), ...rows, colors]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, frame, frame]);
}

/** Runs a journey in a browser whose camera shows these modules. */
async function withCamera(
  modules: string,
  launchOptions: LaunchOptions,
  info: TestInfo,
  run: (browser: Browser) => Promise<void>,
): Promise<void> {
  const recording = info.outputPath("camera.y4m");
  writeFileSync(recording, recordingOf(modules));
  const camera = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${recording}`,
    ],
  });
  try {
    await run(camera);
  } finally {
    await camera.close();
  }
}

test("the camera reads the barcode of a profile", async ({ browser, launchOptions }, info) => {
  const rosa = await arrive(browser, "Rosa", { at: "/UserProfile/share" });
  const card = rosa.page.getByRole("region", { name: /^Rosa/ });
  const text = (await card.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4} [0-9A-Z]{4}$/).innerText()).replace(/\s/g, "");
  await withCamera(encodeBarcode(text), launchOptions, info, async (camera) => {
    const paul = await arrive(camera, "Paul", { at: "/UserProfile/share" });
    await paul.page.getByRole("button", { name: "Scan a code" }).click();
    await expect(paul.page.getByRole("heading", { level: 2, name: /^Rosa/ })).toBeVisible({
      timeout: 30_000,
    });
  });
});

test("the scanner is accessible at every width", async ({ launchOptions }, info) => {
  test.setTimeout(180_000);
  // A light wall has no code.
  await withCamera("0", launchOptions, info, async (camera) => {
    const { page } = await arrive(camera, "Paul", { at: "/UserProfile/share" });
    await page.getByRole("button", { name: "Scan a code" }).click();
    await expect(page.getByRole("dialog", { name: "Scan a code" }).getByLabel("Camera")).toBeVisible();
    await accessibleAtWidths(page);
  });
});

test("without a camera the scanner leads to a picture", async ({ browser }) => {
  test.setTimeout(180_000);
  const { page } = await arrive(browser, "Paul", { at: "/UserProfile/share" });
  await page.getByRole("button", { name: "Scan a code" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan a code" });
  await expect(dialog.getByRole("alert")).toHaveText(/The camera isn’t available/);
  await accessibleAtWidths(page);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog.getByRole("button", { name: "Choose a picture" }).click(),
  ]);
  // The smallest picture has no code.
  await chooser.setFiles({ name: "wall.png", mimeType: "image/png", buffer: PIXEL });
  await expect(page.getByText("No code found in this picture")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("the picture of a barcode leads to its profile", async ({ browser }) => {
  const rosa = await arrive(browser, "Rosa", { at: "/UserProfile/share" });
  const card = rosa.page.getByRole("region", { name: /^Rosa/ });
  const picture = await card.getByRole("img", { name: /^Barcode/ }).screenshot();
  const paul = await arrive(browser, "Paul", { at: "/UserProfile/share" });
  await paul.page
    .locator("input[type=file]")
    .setInputFiles({ name: "code.png", mimeType: "image/png", buffer: picture });
  await expect(paul.page.getByRole("heading", { level: 2, name: /^Rosa/ })).toBeVisible();
});
