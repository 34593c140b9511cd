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
    chunkSizeWarningLimit: 400,
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test/setup.ts"],
    css: false,
    restoreMocks: true,
  },
});
