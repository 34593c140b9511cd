import { render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { changeLanguage, initialLanguage, startI18n } from "./i18n";
import { FALLBACK, preferredLanguage } from "./languages";

beforeAll(() => startI18n(FALLBACK));

function Word() {
  const { t } = useTranslation();
  return <p data-testid="word">{t("nav.home")}</p>;
}

const shown = async (text: string) =>
  waitFor(() => expect(screen.getByTestId("word").textContent).toBe(text));

describe("languages", () => {
  test("the selected language is shown, stored and set on the page", async () => {
    render(
      <Suspense>
        <Word />
      </Suspense>,
    );
    await changeLanguage("FR");
    await shown("Accueil");
    expect(localStorage.getItem("lang")).toBe("FR");
    expect(document.documentElement.lang).toBe("fr");
  });

  test("a language without texts is not shown under its name", async () => {
    render(
      <Suspense>
        <Word />
      </Suspense>,
    );
    await changeLanguage("SA");
    await shown("Home");
    expect(document.documentElement).toMatchObject({ lang: "en", dir: "ltr" });
    localStorage.setItem("lang", "SA");
    expect(initialLanguage().code).toBe("US");
  });

  test("a count uses the plural form of the language", async () => {
    await changeLanguage("FR");
    expect(i18next.t("nav.unread", { count: 0 })).toBe("0 message non lu");
    await changeLanguage("US");
    expect(i18next.t("nav.unread", { count: 0 })).toBe("0 unread messages");
    expect(i18next.t("nav.unread", { count: 1 })).toBe("1 unread message");
  });

  test.each([
    [["fr-CA", "en"], "FR"],
    [["zh-TW"], "US"],
    [["fi", "fr-BE"], "FR"],
    [["xx"], "US"],
    [[], "US"],
  ])("a visitor who prefers %j gets %s", (preferences, code) => {
    expect(preferredLanguage(preferences).code).toBe(code);
  });
});
