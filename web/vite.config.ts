import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressAssets } from "./scripts/compress.ts";

const server = process.env.PLAZA_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), compressAssets()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
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
            // One file compresses better than the twenty that automatic splitting makes of the first load.
            { name: "shell", tags: ["$initial"], priority: 2 },
            // Modules of nearly every screen. A lower count loads code that most screens never run.
            { name: "common", minShareCount: 90, test: /\.(tsx?|mjs|js)$/ },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    css: false,
    // Its modules import each other without file extensions, which Node does not resolve.
    server: { deps: { inline: ["@zxing/library"] } },
    restoreMocks: true,
  },
});
