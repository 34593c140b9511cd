import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder `src`, whatever folder the tests are run from. */
export const SRC = path.resolve(import.meta.dirname, "..");

export interface SourceFile {
  /** From `src`, with slashes: "ui/Avatar.tsx". */
  name: string;
  text: string;
}

/** Reads the files below `root` with a matching name. */
export function sourceFiles(pattern: RegExp, root = SRC): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => pattern.test(name))
    .map((name) => ({ name, text: readFileSync(path.join(root, name), "utf8") }));
}
