import path from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./files";

/** The layers that each layer may import. A feature imports no sibling feature. */
const ALLOWED: Record<string, readonly string[]> = {
  lib: ["lib"],
  ui: ["ui", "lib"],
  illustrations: ["illustrations", "lib"],
  api: ["api", "lib"],
  live: ["live", "lib"],
  shared: ["shared", "api", "live", "ui", "illustrations", "lib"],
  feature: ["shared", "api", "live", "ui", "illustrations", "lib"],
  app: ["app", "shared", "api", "live", "ui", "illustrations", "lib", "feature"],
};

interface Location {
  layer: string;
  feature?: string;
}

function locationOf(file: string): Location {
  const [layer = "", feature] = file.split("/");
  return layer === "features" ? { layer: "feature", feature } : { layer };
}

function mayImport(from: string, to: string): boolean {
  const [source, target] = [locationOf(from), locationOf(to)];
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

  test("covers every layer", () => {
    const layers = new Set(edges().map(({ from }) => locationOf(from).layer));
    expect([...layers].sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  test.each([
    ["lib/format.ts", "ui/Icon"],
    ["ui/Avatar.tsx", "api/auth"],
    ["live/client.ts", "api/refresh"],
    ["api/client.ts", "shared/forms/serverErrors"],
    ["ui/ErrorState.tsx", "shared/person/PersonLink"],
    ["ui/ErrorState.tsx", "illustrations/SquareScene"],
    ["shared/person/PersonLink.tsx", "features/people/api"],
    ["features/home/HomeScreen.tsx", "features/messages/useChatStreams"],
    ["features/me/MeScreen.tsx", "app/routes"],
    ["ui/Logo.tsx", "test/people"],
  ])("%s may not import %s", (from, to) => {
    expect(mayImport(from, to)).toBe(false);
  });
});
