import path from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./files";

/** Who may import whom. A feature has its own line: it knows no sibling. */
const ALLOWED: Record<string, readonly string[]> = {
  lib: ["lib"],
  ui: ["ui", "lib"],
  api: ["api", "lib"],
  live: ["live", "lib"],
  feature: ["api", "live", "ui", "lib"],
  app: ["app", "api", "live", "ui", "lib", "feature"],
};

interface Place {
  layer: string;
  feature?: string;
}

function placeOf(file: string): Place {
  const [layer = "", feature] = file.split("/");
  return layer === "features" ? { layer: "feature", feature } : { layer };
}

function mayImport(from: string, to: string): boolean {
  const [source, target] = [placeOf(from), placeOf(to)];
  if (source.layer === "feature" && target.layer === "feature") return source.feature === target.feature;
  return ALLOWED[source.layer]?.includes(target.layer) ?? false;
}

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)["']([^"']+)["']/g;

/** The file of ours that a specifier leads to, from `src`; null for a package. */
function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  return null;
}

function edges(): { from: string; to: string }[] {
  // Tests may use the test kit and anything they test.
  const files = sourceFiles(/\.(ts|tsx)$/).filter(({ name }) => !/(^test\/|\.test\.)/.test(name));
  return files.flatMap(({ name, text }) =>
    [...text.matchAll(SPECIFIER)]
      .map(([, specifier = ""]) => resolve(name, specifier))
      .filter((to) => to !== null)
      .map((to) => ({ from: name, to })),
  );
}

describe("the import graph", () => {
  test("has no forbidden edge", () => {
    const forbidden = edges().filter(({ from, to }) => !mayImport(from, to));
    expect(forbidden.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test("is not empty, and every layer is walked", () => {
    const layers = new Set(edges().map(({ from }) => placeOf(from).layer));
    expect([...layers].sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  test.each([
    ["lib/format.ts", "ui/Icon"],
    ["ui/Avatar.tsx", "api/auth"],
    ["live/client.ts", "api/refresh"],
    ["api/client.ts", "features/auth/refusal"],
    ["features/home/HomeScreen.tsx", "features/messages/streams"],
    ["features/me/MeScreen.tsx", "app/routes"],
    ["ui/Mark.tsx", "test/people"],
  ])("%s may not import %s", (from, to) => {
    expect(mayImport(from, to)).toBe(false);
  });
});
