import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import texts from "@/locales/US/business-catalogue.json";
import { refusedFields, SENTENCES } from "./serverMessages";

const STORE = join(process.cwd(), "../store/src");
const SOURCES = [
  "offering_management",
  "inventory/schedule.rs",
  "catalogue/detail.rs",
  "types/local_time.rs",
];
/** Sentences about input that no field of the editor or the calendar can produce. */
const UNREADABLE =
  /^(?:Choose a time zone|Choose a day from 1|Enter a time) |^Choose (?:one date|an offering or a resource)\.$/;

/** Sentences in the sources of the server, with each value as `7`. */
function serverSentences(): string[] {
  const files = readdirSync(STORE, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".rs") && SOURCES.some((source) => name.startsWith(source)),
  );
  return files.flatMap((name) => {
    const [code = ""] = readFileSync(join(STORE, name), "utf8").split("#[cfg(test)]");
    const isText =
      /"((?:Enter|Choose|This|Another|Upload|Save|Several|There|Repeat|A company|A file|An? [a-z]+ (?:has|with))\b[^"]*\.)"/g;
    return [...code.matchAll(isText)].map(([, text = ""]) => text.replaceAll(/\{[^}]*\}/g, "7"));
  });
}

test("every sentence of the server has a translation", () => {
  const sentences = serverSentences();
  expect(sentences.length).toBeGreaterThan(40);
  const named = sentences.filter((text) => !UNREADABLE.test(text));
  const unknown = named.filter((text) => !SENTENCES.some(([pattern]) => pattern.test(text)));
  expect(unknown).toEqual([]);
});

test("every translation has a text", () => {
  const keys = SENTENCES.map(([, key]) => `refused.${key}`);
  expect(keys.filter((key) => !(key in texts))).toEqual([]);
});

test("values of a sentence reach its translation", () => {
  const t = ((key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`) as never;
  const error = new ApiError({
    code: "validation",
    message: "",
    status: 422,
    fields: { seats_max: ["Enter a number from 1 to 100."], name: ["Something new."] },
  });
  expect(refusedFields(error, t)).toEqual({
    seats_max: 'refused.range {"min":"1","max":"100"}',
    name: "refused.other {}",
  });
});
