import { expect, test } from "vitest";
import { sourceFiles } from "./files";

interface Rule {
  at: string;
  selectors: string[];
  body: string;
}

const rules: Rule[] = sourceFiles(/\.css$/).flatMap(({ name, text }) =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selector = "", body = ""]) => ({
      at: `${name} ${selector.trim()}`,
      selectors: selector.split(",").map((one) => one.trim()),
      body,
    }),
  ),
);

/** Declarations of the global rules with a selector. */
const declared = (selector: string) =>
  rules
    .filter(({ at, selectors }) => at.startsWith("ui/base.css") && selectors.includes(selector))
    .map(({ body }) => body)
    .join("");

/** Element whose text begins with a person's or a company's name. */
const NAME =
  /<([A-Za-z.]+)(?:[^<>]|=>)*>\s*\{[^{}<>]*(?:displayName\(|\bcompany\.name\b|\bcustomer_name\b|\bcompany_name\b|\.firstName\b|\bfirst_name\b)[^{}<>]*\}\s*</g;

/** Returns the elements with a name that no `bdi` is around. */
function bareNames(source: string): string[] {
  return [...source.matchAll(NAME)]
    .filter(({ 1: tag = "", index }) => {
      const before = source.slice(0, index);
      const open = (before.match(/<bdi\b/gi)?.length ?? 0) - (before.match(/<\/bdi>/gi)?.length ?? 0);
      return !/^bdi$/i.test(tag) && open <= 0;
    })
    .map(([text]) => text.replaceAll(/\s+/g, " "));
}

test("a name breaks before it pushes its neighbors aside", () => {
  for (const selector of ["bdi", "h1", "h2", "h3", "h4"]) {
    expect(declared(selector)).toContain("overflow-wrap: anywhere");
  }
  expect(declared("bdi[data-line]")).toMatch(/overflow: hidden[\s\S]*text-overflow: ellipsis/);
});

test("each name is in an element for user text", () => {
  const bare = sourceFiles(/\.tsx$/)
    .filter(({ name }) => !name.includes(".test."))
    .flatMap(({ name, text }) => bareNames(text).map((element) => `${name} ${element}`));
  expect(bare).toEqual([]);
});

test("a text that ends in dots hides the rest", () => {
  // A text field hides the rest by itself.
  const field = "WhatField.module.css";
  const visible = rules.filter(
    ({ body }) =>
      body.includes("text-overflow: ellipsis") && !/overflow(?:-[xy]|-inline)?: (?:hidden|clip)/.test(body),
  );
  expect(visible.map(({ at }) => at).filter((at) => !at.includes(field))).toEqual([]);
});

test.each([
  ["<strong>{displayName(sender)}</strong>", 1],
  ["<Bdi line>\n{company.name}\n</Bdi>", 0],
  ["<Bdi>by <Link to={to}>{displayName(friend)}</Link></Bdi>", 0],
  ["<Bdi>a</Bdi><span>{order.customer_name}</span>", 1],
])("%j has %i bare names", (source, count) => expect(bareNames(source)).toHaveLength(count));
