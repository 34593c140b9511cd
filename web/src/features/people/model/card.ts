import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type * as api from "@/api/types";

type Schemas = components["schemas"];

/** A person in a list, the relation to the viewer, and the last-seen time of friends. */
export type Person = api.Person & Partial<Pick<Schemas["Friend"], "last_seen_at">>;

/** A profile as the viewer may see it. */
export type PersonCard = Schemas["PersonPage"];

/** A person or a company in a list of followers. */
export type Follow = Schemas["Follow"];

/** Review or comment of a person. */
export type Post = DeepRequired<Schemas["Post"]>;
