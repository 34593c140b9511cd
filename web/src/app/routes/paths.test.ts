import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { ROUTES } from ".";

function pathsOf(routes: RouteObject[], parent = "/"): string[] {
  return routes.flatMap((route) => {
    const path = route.path?.startsWith("/") ? route.path : `${parent}/${route.path ?? ""}`;
    const own = route.path || route.index ? [`/${path.split("/").filter(Boolean).join("/")}`] : [];
    return [...own, ...pathsOf(route.children ?? [], path)];
  });
}

// The server answers any other path with 404: api/src/http/spa.rs includes the file.
test("paths.txt holds the path of each screen", async () => {
  const paths = new Set(pathsOf(ROUTES).filter((path) => !path.includes("*")));
  await expect(`${[...paths].sort().join("\n")}\n`).toMatchFileSnapshot("paths.txt");
});
