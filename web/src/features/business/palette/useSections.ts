import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccess } from "../permissions";
import type { Section } from "./model/entries";
import { recentEntries } from "./model/recentEntries";
import { useEntries } from "./useEntries";
import { type Page, usePages } from "./usePages";
import { useSearch } from "./useSearch";

/** Sections of the palette for a text, and the state of the search. Without a text: recent entries and pages. */
export function useSections(rail: readonly Page[], text: string) {
  const { t } = useTranslation(["business-palette", "common"]);
  const access = useAccess();
  const queries = useQueryClient();
  const [recent] = useState(() => recentEntries(queries));
  const pages = usePages(rail, text);
  const search = useSearch(text);
  const entriesOf = useEntries();
  const found = entriesOf(search.answer?.rows ?? {});
  const titles = {
    orders: t("common:nav.orders"),
    customers: t("common:nav.customers"),
    offerings: t("common:nav.catalogue"),
  };
  const opened = recent
    .filter(({ to }) => text.trim() === "" && access(to) === "granted")
    .map((entry) => ({ ...entry, detail: entry.lastingDetail }));
  const all: Section[] = [
    { key: "recent", title: t("recent"), entries: opened },
    { key: "pages", title: t("pages"), entries: pages },
    ...search.groups.map((key) => ({ key, title: titles[key], entries: found[key] })),
  ];
  return {
    ...search,
    isFirst: search.isReading && search.answer === undefined,
    sections: all.filter(({ entries }) => entries.length > 0),
    failedTitles: (search.answer?.failed ?? []).map((group) => titles[group]),
  };
}
