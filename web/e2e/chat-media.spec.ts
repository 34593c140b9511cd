import { expect, type Page, test } from "@playwright/test";
import {
  accessible,
  both,
  bubble,
  closeAfterEach,
  field,
  history,
  join,
  openChat,
  say,
  uniqueText,
} from "./support/chat";

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    // Uses a fake microphone that beeps, without a permission prompt.
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ],
  },
});

closeAfterEach();

const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);

test("a file is sent with name and size and downloaded", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const text = uniqueText("The menu");
  await alice.page
    .getByTestId("picker")
    .setInputFiles({ name: "menu d’été.pdf", mimeType: "application/pdf", buffer: pdf });
  await expect(alice.page.getByRole("list", { name: "Attachments to send" })).toContainText("menu d’été.pdf");
  await expect(alice.page.getByRole("progressbar")).toHaveCount(0, { timeout: 30_000 });
  await accessible(alice.page);
  await say(alice.page, text);
  const link = bubble(bruno.page, text).getByRole("link", { name: /menu d’été\.pdf/ });
  await expect(link).toContainText("PDF");
  const coming = bruno.page.waitForEvent("download");
  await link.click();
  expect((await coming).suggestedFilename()).toBe("menu d’été.pdf");
});

test("an unsupported file is rejected before the upload", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  await page
    .getByTestId("picker")
    .setInputFiles({ name: "run.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") });
  await expect(page.getByRole("alert")).toContainText(
    "run.exe: only pictures, videos and documents can be sent",
  );
  await accessible(page);
  await page.getByRole("button", { name: "Remove run.exe" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a fake picture is rejected with a reason", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  await page.getByTestId("picker").setInputFiles({
    name: "zip.png",
    mimeType: "image/png",
    buffer: Buffer.from("PK\u0003\u0004nothing of a picture"),
  });
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload zip.png again" })).toHaveCount(0);
});

test("a voice message is recorded, sent and played", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const voices = history(bruno.page).getByRole("group", { name: /^Voice message, \d+:\d\d/ });
  const before = await voices.count();
  await alice.page.getByRole("button", { name: "Record a voice message" }).press("Enter");
  const stop = alice.page.getByRole("button", { name: "Stop recording" });
  await expect(stop).toBeVisible();
  await expect(bruno.page.getByText("recording a voice message…").first()).toBeVisible();
  await expect(alice.page.getByText("0:02", { exact: true })).toBeVisible();
  await accessible(alice.page);
  await stop.click();
  await alice.page.getByRole("button", { name: "Listen to the recording" }).click();
  await expect(alice.page.getByRole("button", { name: "Pause" })).toBeVisible();
  await alice.page.getByRole("button", { name: "Send voice message" }).click();
  await expect(voices).toHaveCount(before + 1, { timeout: 30_000 });
  const heard = voices.last();
  await heard.getByRole("button", { name: "Play" }).click();
  await expect(heard.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(heard.getByRole("slider")).not.toHaveValue("0");
  await heard.getByRole("button", { name: "Speed 1" }).click();
  await expect(heard.getByRole("button", { name: "Speed 1.5" })).toBeVisible();
  await accessible(bruno.page);
});

test("a discarded recording is not sent", async ({ browser }) => {
  const { page } = await join(browser, "alice");
  await openChat(page, "bruno");
  const picker = page.getByRole("dialog", { name: "Emoji" });
  await page.getByRole("button", { name: "Emoji", exact: true }).click();
  // It takes the focus as it opens.
  await expect(picker.locator(":focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(picker).toHaveCount(0);
  await page.getByRole("button", { name: "Record a voice message" }).press("Enter");
  await expect(page.getByRole("button", { name: "Stop recording" })).toBeVisible();
  await page.getByRole("button", { name: "Discard the recording" }).click();
  await expect(field(page)).toBeVisible();
  // A closed viewer does not open again by itself.
  await expect(page.getByRole("button", { name: "Emoji", exact: true })).toBeVisible();
  await expect(picker).toHaveCount(0);
});

test("a video is sent with a poster and played inline", async ({ browser }) => {
  const [alice, bruno] = await both(browser);
  const film = await alice.page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 120 });
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: "video/webm" });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      if (pen) {
        pen.fillStyle = `hsl(${frame * 18} 60% 50%)`;
        pen.fillRect(0, 0, 160, 120);
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });
  const text = uniqueText("The harbour");
  await alice.page
    .getByTestId("picker")
    .setInputFiles({ name: "harbour.webm", mimeType: "video/webm", buffer: Buffer.from(film) });
  await expect(alice.page.getByRole("list", { name: "Attachments to send" })).toContainText("harbour.webm");
  // Re-encoding takes the server a moment.
  await expect(alice.page.getByRole("progressbar")).toHaveCount(0, { timeout: 30_000 });
  await expect(alice.page.getByRole("alert")).toHaveCount(0);
  await say(alice.page, text);
  const video = bubble(bruno.page, text).locator("video");
  await expect(video).toBeVisible({ timeout: 30_000 });
  await expect(video).toHaveAttribute("poster", /\/media\//);
  await expect(video).toHaveAttribute("aria-label", /without captions/);
  await video.evaluate((one: HTMLVideoElement) => {
    one.muted = true;
    return one.play();
  });
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);
});

/** A photo of the size that a phone takes: soft shapes with some grain. */
const photo = (page: Page, hue: number): Promise<Buffer> =>
  page
    .evaluate(async (from) => {
      const canvas = new OffscreenCanvas(1600, 1200);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      for (let spot = 0; spot < 400; spot++) {
        context.fillStyle = `hsl(${from + ((spot * 37) % 90)} 60% ${20 + ((spot * 53) % 60)}%)`;
        context.beginPath();
        context.arc((spot * 911) % 1600, (spot * 577) % 1200, 40 + (spot % 7) * 27, 0, 7);
        context.fill();
      }
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, hue)
    .then((bytes) => Buffer.from(bytes));

test("three photos cost at most 90 KB on a phone", async ({ browser }) => {
  const { page } = await join(browser, "alice", { width: 390, density: 2 });
  await openChat(page, "bruno");
  const text = uniqueText("From the harbour");
  const buffers = [await photo(page, 10), await photo(page, 130), await photo(page, 250)];
  const files = buffers.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: "image/jpeg", buffer }));
  await page.getByTestId("picker").setInputFiles(files);
  await expect(page.getByRole("list", { name: "Attachments to send" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: 60_000 });
  await say(page, text);
  await expect(page.getByRole("list", { name: "Attachments to send" })).toHaveCount(0);
  await page.reload();
  const shown = bubble(page, text).locator("img");
  await expect(shown).toHaveCount(3);
  let bytes = 0;
  for (const image of await shown.all()) {
    await expect(image).toHaveJSProperty("complete", true);
    const source = await image.evaluate((one: HTMLImageElement) => one.currentSrc);
    expect(source).toContain("?w=320");
    bytes += (await (await page.request.get(source)).body()).length;
  }
  expect(bytes).toBeLessThanOrEqual(90 * 1024);
  expect(bytes).toBeGreaterThan(0);

  await bubble(page, text)
    .getByRole("button", { name: /^Open the picture/ })
    .last()
    .click();
  const viewer = page.getByRole("dialog", { name: "Picture" });
  const image = viewer.getByRole("img", { name: /^Picture sent/ });
  await expect(viewer.getByText(/^\d+ of (more than )?\d+$/)).toBeVisible();
  await expect(viewer.getByText("Alice", { exact: false })).toBeVisible();
  const last = await image.getAttribute("src");
  await page.keyboard.press("ArrowLeft");
  await expect(image).not.toHaveAttribute("src", last ?? "");
  await viewer.getByRole("button", { name: "Next picture" }).click();
  await expect(image).toHaveAttribute("src", last ?? "");
  const before = (await image.boundingBox())?.width ?? 0;
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(before);
  await accessible(page);
  await viewer.getByRole("button", { name: "Zoom out" }).click();
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
});
