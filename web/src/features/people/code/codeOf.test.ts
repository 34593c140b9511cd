import { expect, test } from "vitest";
import { codeOf, grouped } from "./codeOf";

test.each([
  ["7KQ24MXDP0RT", "7KQ24MXDP0RT"],
  [" 7kq2-4mxd p0rt ", "7KQ24MXDP0RT"],
  ["7KQ24MXDPORl", "7KQ24MXDP0R1"],
  ["https://plaza.example/u/7KQ24MXDP0RT", "7KQ24MXDP0RT"],
  ["https://plaza.example/u/7KQ24MXDP0RT/?from=card", "7KQ24MXDP0RT"],
  ["https://other.example/companies/4", null],
  ["7KQ24MXDP0R", null],
  ["", null],
])("reads the code of %s", (text, code) => expect(codeOf(text)).toBe(code));

test("groups a code by four", () => {
  expect(grouped("7KQ24MXDP0RT")).toBe("7KQ2 4MXD P0RT");
});
