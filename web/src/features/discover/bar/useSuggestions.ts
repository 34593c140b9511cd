import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import { displayName } from "@/lib/displayName";
import { useLanguage } from "@/lib/i18n";
import { offeringPath } from "@/shared/offering/availability";
import { pagePath } from "@/shared/person/pagePath";
import { useHomePlace } from "@/shared/place/useHomePlace";
import { SEARCH_KEY } from "@/shared/search/searchKey";
import { usePersonal } from "@/shared/settings/privacy";
import { readSuggestions, type SuggestionQuery, type Suggestions, suggestPeople } from "../api";
import { useCategoryName } from "../hooks/useCategoryName";
import { type Filters, MAX_QUERY, otherCategory } from "../model/filters";
import { recentSearches } from "./recentSearches";

/** Kinds of suggestions, in the order in which they are shown. */
export const GROUPS = ["recent", "categories", "companies", "items", "towns", "people"] as const;
export type Group = (typeof GROUPS)[number];

export interface Option {
  id: string;
  group: Group;
  label: string;
  detail?: string;
  picture?: string | null;
  /** Key of the category with the icon. */
  category?: string;
  /** `clear` empties the recent searches. */
  leads: Target | "clear";
}

/** A page, or a change of the search. */
export type Target = { path: string } | { change: Partial<Filters> };

const PAUSE_MS = 120;
const SHOWN = 4;
/** Kilometres around a town. */
const TOWN_KM = 25;

/** Suggestions for what was typed so far. Without words, the latest searches, unless personalization is off. */
export function useSuggestions(text: string, open: boolean): Option[] {
  const typed = text.trim().slice(0, MAX_QUERY);
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const { code } = useLanguage();
  const user = useUser();
  const home = useHomePlace(open).data ?? undefined;
  const nameOf = useCategoryName();
  const { t } = useTranslation("discover");
  const at = home && { latitude: home.latitude, longitude: home.longitude };
  const suggestions = useQuery({
    queryKey: [...SEARCH_KEY, "suggestions", q, code, at],
    queryFn: () => readSuggestions({ q, lang: code as SuggestionQuery["lang"], ...at }),
    enabled: open && q.length > 0,
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    queryKey: [...SEARCH_KEY, "people", q],
    queryFn: () => suggestPeople(q),
    enabled: open && q.length > 1 && user !== null && !isGuest(user),
    placeholderData: keepPreviousData,
  });
  const isPersonal = usePersonal(open);
  if (!typed) return isPersonal ? recentOptions(t("suggest.clear")) : [];
  const found = suggestions.data ? foundOptions(suggestions.data, nameOf) : [];
  const persons = q.length > 1 ? (people.data ?? []) : [];
  return [
    ...found,
    ...persons.map((person) => ({
      id: `person ${person.id}`,
      group: "people" as const,
      label: displayName(person),
      detail: `@${person.userName}`,
      picture: person.picture,
      leads: { path: pagePath(person) },
    })),
  ].sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));
}

function recentOptions(clear: string): Option[] {
  const searches = recentSearches().map(
    ({ q, path }): Option => ({ id: `recent ${q}`, group: "recent", label: q, leads: { path } }),
  );
  return searches.length > 0
    ? [...searches, { id: "clear", group: "recent", label: clear, leads: "clear" }]
    : [];
}

function foundOptions(
  { categories, companies, items, towns }: Suggestions,
  nameOf: (category: string) => string,
): Option[] {
  return [
    ...categories.slice(0, SHOWN).map(
      ({ key, label, detail }): Option => ({
        id: `category ${key}`,
        group: "categories",
        label,
        detail: detail && nameOf(detail),
        category: detail || key,
        leads: {
          change: detail ? { q: "", ...otherCategory(detail, key) } : { q: "", ...otherCategory(key) },
        },
      }),
    ),
    ...companies.slice(0, SHOWN).map(
      ({ key, label, detail, picture }): Option => ({
        id: `company ${key}`,
        group: "companies",
        label,
        detail,
        picture,
        leads: { path: `/companies/${key}` },
      }),
    ),
    ...items.slice(0, SHOWN).map(
      ({ key, label, detail, picture }): Option => ({
        id: `item ${key}`,
        group: "items",
        label,
        detail,
        picture,
        leads: { path: offeringPath({ id: Number(key) }) },
      }),
    ),
    ...towns.map(
      ({ id, city, label, latitude, longitude }): Option => ({
        id: `town ${id}`,
        group: "towns",
        label: city,
        detail: label.split(", ").slice(1).join(", "),
        leads: { change: { q: "", near: { label: city, latitude, longitude }, distance: TOWN_KM } },
      }),
    ),
  ];
}
