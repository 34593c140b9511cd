import { render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  changeLanguage,
  currentLanguage,
  initialLanguage,
  onLanguageChosen,
  showAccountLanguage,
  startI18n,
} from "./i18n";
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

  test("an unknown language is shown as English", async () => {
    render(
      <Suspense>
        <Word />
      </Suspense>,
    );
    await changeLanguage("SA");
    await shown("الرئيسية");
    expect(document.documentElement.dir).toBe("rtl");
    await changeLanguage("PL");
    await shown("Home");
    expect(document.documentElement.lang).toBe("en");
    expect(document.documentElement.dir).toBe("ltr");
  });

  test("the account's language is shown where none was chosen", async () => {
    await changeLanguage("US");
    await showAccountLanguage("FR");
    expect(currentLanguage().code).toBe("US");
    localStorage.removeItem("lang");
    await showAccountLanguage("PL");
    expect(currentLanguage().code).toBe("US");
    await showAccountLanguage("FR");
    expect(currentLanguage().code).toBe("FR");
    expect(localStorage.getItem("lang")).toBeNull();
    expect(initialLanguage("FR").code).toBe("FR");
    localStorage.setItem("lang", "US");
    expect(initialLanguage("FR").code).toBe("US");
  });

  test("a choice is told to listeners until they stop", async () => {
    const heard = vi.fn();
    const stop = onLanguageChosen(heard);
    await changeLanguage("FR");
    await showAccountLanguage("US");
    stop();
    await changeLanguage("US");
    expect(heard.mock.calls).toEqual([["FR"]]);
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
    [["pt-BR"], "PT"],
    [["zh-TW"], "CN"],
    [["de-DE", "fr"], "DE"],
    [["pl-PL", "fr"], "FR"],
    [["fi", "en-GB", "fr"], "US"],
    [["xx"], "US"],
    [[], "US"],
  ])("a visitor who prefers %j gets %s", (preferences, code) => {
    expect(preferredLanguage(preferences).code).toBe(code);
  });
});
