import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { describeMembers } from "./describeMembers";
import { cardDetails } from "./details";
import { formatDuration } from "./formatDuration";
import type { Offering } from "./types";
import { useCategorySpec } from "./useCategorySpec";
import { useDetailWords } from "./useDetailWords";

const MAX_FACTS = 5;

/** Short facts of an offering for a card: date, duration, persons and the details of its category. */
export function useOfferingFacts(offering: Offering): string[] {
  const { t } = useTranslation("catalogue");
  const { tag } = useLanguage();
  const spec = useCategorySpec(offering.category);
  const words = useDetailWords(spec);
  const facts = [
    offering.next_at && formatStart(tag, offering.next_at, offering.company.time_zone),
    offering.duration_minutes > 0 && formatDuration(tag, offering.duration_minutes),
    describeMembers(offering, t),
    ...cardDetails(spec?.fields ?? [], offering.details, words),
  ];
  return facts.filter((fact): fact is string => Boolean(fact)).slice(0, MAX_FACTS);
}

/** Start of an occurrence in the zone of its company: "Fri, Jun 5, 8:30 PM". */
export const formatStart = (tag: string, at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(tag, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    numberingSystem: "latn",
  }).format(new Date(at));
