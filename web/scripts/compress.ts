import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const TEXT = /\.(m?js|css|html|svg|json|webmanifest)$/;

/** Writes `.br` and `.gz` beside every text asset, so that the server sends ready bytes and compresses nothing itself. */
export function compressAssets(): Plugin {
  let root = "";
  return {
    name: "compress-assets",
    apply: "build",
    configResolved(config) {
      root = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const { readdir } = await import("node:fs/promises");
      const names = await readdir(root, { recursive: true }).catch(() => []);
      await Promise.all(
        names.filter((name) => TEXT.test(name)).map((name) => compressFile(path.join(root, name))),
      );
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  // Below one packet nothing is gained.
  if (bytes.length < 1024) return;
  const [br, zipped] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, zipped)]);
}
