import { expect, it } from "vitest";
import { pagePath } from "./pagePath";

it("leads to the page of a company or a person", () => {
  expect(pagePath({ id: 70, type: "company", userName: "casa-azul" })).toBe("/companies/casa-azul");
  expect(pagePath({ id: 7, type: "regular", userName: "alice" })).toBe("/people/7");
});
