import { expect, it } from "vitest";
import { bytesOf } from "./push";

it("decodes a URL-safe key", () => {
  expect([...bytesOf("-_8A")]).toEqual([251, 255, 0]);
});
