import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { initialLanguage } from "./i18n";
import { LANGUAGES } from "./languages";

const script = readFileSync("public/boot.js", "utf8");

function boot(): { lang: string; dir: string } {
  const tag = document.createElement("script");
  vi.spyOn(document, "currentScript", "get").mockReturnValue(tag);
  new Function(script)();
  const { lang, dir } = document.documentElement;
  return { lang, dir };
}

const user = (language: string, type = "regular") =>
  localStorage.setItem("plaza.auth", JSON.stringify({ user: { language, type } }));

test.each(LANGUAGES)("boot.js knows $code", ({ code, tag, dir }) => {
  localStorage.setItem("lang", code);
  expect(boot()).toEqual({ lang: tag, dir });
});

test.each(["XX", "toString", ""])("boot.js shows no language %j that is not offered", (code) => {
  localStorage.setItem("lang", code);
  expect(boot()).toEqual({ lang: "en", dir: "ltr" });
});

test.each([
  [["de-DE", "fr-CA", "en"], undefined],
  [["ar"], undefined],
  [["en"], "FR"],
  [["fr"], "US"],
  [["fr"], "SA"],
])("boot.js and the app agree on %j with the account's %s", (preferences, account) => {
  localStorage.clear();
  vi.spyOn(navigator, "languages", "get").mockReturnValue(preferences);
  if (account) user(account);
  expect(boot().lang).toBe(initialLanguage(account).tag);
});

test("boot.js passes over the language of a guest's account", () => {
  localStorage.clear();
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr"]);
  user("US", "guest");
  expect(boot().lang).toBe("fr");
});
