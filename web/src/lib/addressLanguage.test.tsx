import { readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { changeLanguage, initialLanguage, startI18n } from "./i18n";
import { FALLBACK } from "./languages";

const script = readFileSync("public/boot.js", "utf8");

/** Opens an address, and returns the language that the page and the app then show. */
function open(address: string): [page: string, app: string] {
  history.replaceState({ kept: true }, "", address);
  vi.spyOn(document, "currentScript", "get").mockReturnValue(document.createElement("script"));
  new Function(script)();
  return [document.documentElement.lang, initialLanguage().tag];
}

beforeAll(() => startI18n(FALLBACK));
beforeEach(() => {
  localStorage.setItem("lang", "US");
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

test("an address names the language of its tab", () => {
  expect(open("/search?q=soup&lang=fr#top")).toEqual(["fr", "fr"]);
  expect(location.pathname + location.search + location.hash).toBe("/search?q=soup#top");
  expect(history.state).toEqual({ kept: true });
  // A reload and the next page stay with it, and the choice of the person is kept.
  expect(open("/map")).toEqual(["fr", "fr"]);
  expect(localStorage.getItem("lang")).toBe("US");
});

test.each(["PL", "", "toString", "FRX"])("an address cannot name the language %j", (code) => {
  expect(open(`/map?lang=${code}`)).toEqual(["en", "en"]);
  expect(location.search).toBe("");
});

test("a choice ends the language of the address", async () => {
  open("/map?lang=FR");
  await changeLanguage("US");
  expect(open("/map")).toEqual(["en", "en"]);
});
