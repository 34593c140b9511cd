import { useTranslation } from "react-i18next";

/** Party of a booking. */
export interface BookedParty {
  /** Persons, children included. */
  members: number;
  children: number;
}

/** Says a party with children: "2 adults, 1 child". Without children it is `persons`, in the words of the screen. */
export function useParty() {
  const { t } = useTranslation("catalogue");
  return ({ members, children }: BookedParty, persons: string): string =>
    children > 0
      ? `${t("fact.adults", { count: members - children })}, ${t("fact.children", { count: children })}`
      : persons;
}
