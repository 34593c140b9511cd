import type { components } from "@/api/schema";

type Schemas = components["schemas"];

/** Somebody in a list, and how the viewer stands to them. */
export type Person = Schemas["Person"] & {
  /** Told of friends, as far as they let the viewer see it. */
  last_seen_at?: string | null;
};

/** Somebody's page, as much of it as the viewer may see. */
export type PersonCard = Schemas["PersonPage"];

/** What a business shows to all. */
export type CompanyCard = NonNullable<PersonCard["company"]>;
