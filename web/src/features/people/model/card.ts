import type { components } from "@/api/schema";
import type * as api from "@/api/types";

type Schemas = components["schemas"];

/** Somebody in a list, how the viewer stands to them, and when friends were last there. */
export type Person = api.Person & Partial<Pick<Schemas["Friend"], "last_seen_at">>;

/** Somebody's page, as much of it as the viewer may see. */
export type PersonCard = Schemas["PersonPage"];

/** Public data of a business. */
export type CompanyCard = NonNullable<PersonCard["company"]>;
