import { defineConfig } from "@playwright/test";

// PLAZA_URL: a server that runs already. Else PLAZA_BIN is started on a free port with a data folder of its own.
const url = process.env.PLAZA_URL;

export default defineConfig({
  testDir: "e2e",
  globalSetup: url ? undefined : "./e2e/support/server.ts",
  // The server and the browsers share two cores, and a journey often waits.
  workers: 3,
  // Those who chat are the same few people: one journey at a time, beside any of the others.
  projects: [
    { name: "chats", testMatch: /chat.*\.spec\.ts/, workers: 1 },
    { name: "others", testIgnore: /chat.*\.spec\.ts/ },
  ],
  // The machine of a check is busy with others: what fails must fail again. The report names what did only once.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? [["line"], ["html", { open: "never" }]] : "line",
  // A journey that axe looks at in many places takes long on a busy machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: url,
    locale: "en-US",
    // Entrances and transitions are an eighth of the processor time. `reels.spec.ts` is about what moves.
    contextOptions: { reducedMotion: "reduce" },
    // The worker answers before `page.route` sees a request. `offline.spec.ts` allows it.
    serviceWorkers: "block",
    timezoneId: "Europe/Paris",
    // Writing one costs as much as the journey itself.
    trace: "on-first-retry",
    launchOptions: {
      // Debian's own: the test tool's downloaded browser is never asked for.
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: ["--no-sandbox", "--disable-background-networking"],
    },
  },
});
