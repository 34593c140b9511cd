import type { Reservation } from "../types";

/** Names of the tables, members of staff and equipment. */
export const placeNames = ({ resources }: Pick<Reservation, "resources">): string =>
  resources.map(({ name }) => name).join(", ");

/** Note of the staff, then that of the customer. */
export const notesOf = ({ note, company_note }: Pick<Reservation, "note" | "company_note">): string =>
  [company_note, note].filter(Boolean).join(" · ");
