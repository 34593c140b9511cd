import { describe, expect, test } from "vitest";
import { sourceFiles } from "@/test/files";
import { LANGUAGES, languageByCode } from "./languages";

type Texts = Record<string, string>;

/** Every area of every language, its keys flattened with dots. */
const locales = new Map<string, Map<string, Texts>>();
for (const { name, text } of sourceFiles(/^locales\/.+\.json$/)) {
  const [, code = "", area = ""] = name.match(/^locales\/([^/]+)\/([^/]+)\.json$/) ?? [];
  if (!locales.has(code)) locales.set(code, new Map());
  locales.get(code)?.set(area, flatten(JSON.parse(text)));
}

function flatten(tree: object, prefix = ""): Texts {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) =>
      typeof value === "string" ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
    ),
  );
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const base = (key: string) => key.replace(PLURAL, "");
const placeholders = (text: string) =>
  [...text.matchAll(/{{\s*-?\s*(\w+).*?}}/g)].map(([, name]) => name).sort();
const us = locales.get("US") ?? new Map<string, Texts>();
const baseKeys = (texts: Texts) => [...new Set(Object.keys(texts).map(base))].sort();
const codes = LANGUAGES.map(({ code }) => code);

/** Placeholders by base key: a form of a plural may leave the count out ("one message"). */
function placeholdersOf(texts: Texts): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const [key, text] of Object.entries(texts)) {
    found[base(key)] ??= new Set();
    for (const name of placeholders(text)) if (name) found[base(key)]?.add(name);
  }
  return Object.fromEntries(Object.entries(found).map(([key, names]) => [key, [...names].sort()]));
}

test("lists the thirteen languages, with Arabic right to left", () => {
  expect(codes).toEqual("US FR ES CN SA DE NL IT PT JP TL SE RU".split(" "));
  expect(LANGUAGES.filter(({ dir }) => dir === "rtl").map(({ code }) => code)).toEqual(["SA"]);
});

describe.each([...locales.keys()])("%s", (code) => {
  const areas = locales.get(code) ?? new Map<string, Texts>();
  test("is one of the languages", () => expect(languageByCode(code)).toBeDefined());

  test.each([...areas.keys()])("%s has no key that the fallback lacks", (area) => {
    const known = new Set(baseKeys(us.get(area) ?? {}));
    expect(baseKeys(areas.get(area) ?? {}).filter((key) => !known.has(key))).toEqual([]);
  });

  test.each([...areas.keys()])("%s has the placeholders of the fallback", (area) => {
    const [own, theirs] = [placeholdersOf(areas.get(area) ?? {}), placeholdersOf(us.get(area) ?? {})];
    for (const [key, names] of Object.entries(own)) expect({ [key]: names }).toEqual({ [key]: theirs[key] });
  });
});

describe.each(codes)("%s is complete", (code) => {
  const tag = languageByCode(code)?.tag;
  test("one text marks what is optional", () => {
    const texts = locales.get(code) ?? new Map<string, Texts>();
    const mark = texts.get("common")?.["field.withOptional"]?.replace("{{label}}", "").trim() ?? "";
    const marked = [...texts].flatMap(([area, own]) =>
      Object.keys(own)
        .filter((key) => own[key]?.includes(mark))
        .map((key) => `${area}:${key}`),
    );
    expect(marked).toEqual(["common:field.withOptional"]);
  });

  test.each([...us.keys()])("%s has every key", (area) => {
    expect(baseKeys(locales.get(code)?.get(area) ?? {})).toEqual(baseKeys(us.get(area) ?? {}));
  });

  test.each([...us.keys()])("%s has every plural form of its language", (area) => {
    const keys = Object.keys(locales.get(code)?.get(area) ?? {});
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    const missing = [...new Set(keys.filter((key) => PLURAL.test(key)).map(base))].flatMap((key) =>
      forms.map((form) => `${key}_${form}`).filter((form) => !keys.includes(form)),
    );
    expect(missing).toEqual([]);
  });
});

test("French punctuation has non-breaking spaces", () => {
  const loose = [...(locales.get("FR") ?? [])].flatMap(([area, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => / [?!;:»]|« /.test(text))
      .map(([key]) => `${area}:${key}`),
  );
  expect(loose).toEqual([]);
});

test("every key in the code has a text", () => {
  const areas = [...us].map(([area, texts]) => [area, new Set(baseKeys(texts))] as const);
  const missing = sourceFiles(/^(app|features|shared|ui)\/.+\.tsx?$/)
    .filter(({ name }) => !name.includes(".test."))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/\bt\(\s*"(?:(\w+):)?([\w.-]+)"/g)]
        .filter(([, area, key = ""]) => !areas.some(([own, keys]) => (area ?? own) === own && keys.has(key)))
        .map(([call]) => `${name} ${call}`),
    );
  expect(missing).toEqual([]);
});
