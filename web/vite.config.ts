import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { firstViews, planChunks } from "./scripts/chunks.ts";
import { compressAssets } from "./scripts/compress.ts";
import { frame } from "./scripts/frame.ts";

const server = process.env.PLAZA_URL ?? "http://127.0.0.1:8080";

const resolve = { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } };

/** Texts of areas that are read together. Those of `common` come with every view. */
const FIRST_TEXTS = ["home", "category", "catalogue", "discover", "advertisements"];
const MEMBER_TEXTS = ["messages", "people", "notifications", "cart"];

export default defineConfig(async ({ command }) => {
  const plan = command === "build" ? await planChunks({ plugins: [react()], resolve }) : new Map();
  const views = [...new Set(plan.values())].sort().map((view) => ({
    name: (id: string) => (plan.get(id) === view ? view : null),
    priority: view === "shell" ? 9 : view.endsWith("-shared") ? 7 : 6,
  }));
  return {
    plugins: [react(), frame(), firstViews(), compressAssets()],
    resolve,
    server: {
      host: "127.0.0.1",
      port: 5173,
      proxy: {
        "/api": server,
        "/media": server,
        "/ws": { target: server, ws: true },
        "/socket.io": { target: server, ws: true },
      },
    },
    build: {
      // `npm run size` walks the manifest to find what the first route loads.
      manifest: true,
      // Fonts as data: addresses would be refused by the server's policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        output: {
          // The entry lists every chunk by name: short names keep that list out of the first route's budget.
          chunkFileNames: "assets/[hash].js",
          assetFileNames: "assets/[hash].[ext]",
          codeSplitting: {
            groups: [
              // The entry waits for the first paint: nothing of the shell may come with it.
              { name: "entry", tags: ["$initial" as const], priority: 10 },
              ...views,
              {
                name: (id: string) => {
                  const [, code, area = ""] = id.match(/\/locales\/(\w+)\/([\w-]+)\.json$/) ?? [];
                  const part = FIRST_TEXTS.includes(area)
                    ? "first"
                    : MEMBER_TEXTS.includes(area)
                      ? "member"
                      : null;
                  return part && `texts-${part}-${code}`;
                },
              },
              // Modules of nearly every screen. A lower count loads code that most screens never run.
              { name: "common", minShareCount: 20, test: /\.(tsx?|mjs|js)$/ },
            ],
          },
        },
      },
    },
    test: {
      // A busy machine needs longer for the first import of a screen.
      testTimeout: 20_000,
      css: false,
      restoreMocks: true,
      // A worker loads jsdom and the packages once for all of its files: a process for each file spent three quarters of the time
      // on that. `fresh.ts` gives each file modules of its own.
      isolate: false,
      // The modules are transformed once, after which the main process is idle: it needs no core of its own.
      maxWorkers: "100%",
      // `fresh.ts` comes before what else a project sets up.
      sequence: { setupFiles: "list" as const },
      server: {
        deps: {
          inline: [
            // Its modules import each other without file extensions, which Node does not resolve.
            "@zxing/library",
            // They keep state: inlined, they are evaluated anew for each file as the app is.
            "i18next",
            "react-i18next",
            /@tanstack/,
          ],
        },
      },
      projects: [
        // Logic needs no document, which takes a second to make for each worker.
        {
          extends: true as const,
          test: {
            name: "logic",
            environment: "node",
            include: ["src/**/*.test.ts"],
            setupFiles: ["src/test/fresh.ts"],
          },
        },
        {
          extends: true as const,
          test: {
            name: "screens",
            environment: "jsdom",
            include: ["src/**/*.test.tsx"],
            setupFiles: ["src/test/fresh.ts", "src/test/setup.ts"],
            // A worker ends where the next file is one of another project: mixed files would start one for each change.
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  };
});
