import type { Icon } from "@tabler/icons-react";

/** Kinds of entries, in the order in which they are shown. */
export const GROUPS = ["pages", "orders", "customers", "offerings"] as const;
export type Group = (typeof GROUPS)[number];
/** Groups that the server searches. */
export type SearchedGroup = Exclude<Group, "pages">;

/** Something that the palette opens. */
export interface Entry {
  group: Group;
  /** Unique within its group. */
  id: string;
  icon: Icon;
  label: string;
  detail?: string;
  /** Detail that stays true after the entry was opened: no state, no amount. */
  lastingDetail?: string;
  to: string;
}

/** Entries under one heading. */
export interface Section {
  key: Group | "recent";
  title: string;
  entries: readonly Entry[];
}

export interface Option {
  /** Unique in the list: a page may also be among the recent entries. */
  key: string;
  entry: Entry;
}

/** Options of all sections, in reading order. */
export const optionsOf = (sections: readonly Section[]): Option[] =>
  sections.flatMap(({ key, entries }) => entries.map((entry) => ({ key: optionKey(key, entry), entry })));

export const optionKey = (section: Section["key"], { group, id }: Entry): string =>
  `${section} ${group} ${id}`;
