import type { UserCard } from "@/api/types";
import type { Standing } from "./friends";

/** Somebody in a list, and how the viewer stands to them. */
export interface Person extends UserCard {
  relation: Standing;
  mutual_friends: number;
  /** Told of friends, as far as they let the viewer see it. */
  last_seen_at?: string | null;
}

/** What a business shows to all. */
export interface CompanyCard {
  id: number;
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  postal_code: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  website: string | null;
  categories: string[];
}

/** Somebody's page, as much of it as the viewer may see. */
export interface PersonCard extends Person {
  /** Some of the friends that the two have in common. */
  mutual: UserCard[];
  bio: string | null;
  city: string | null;
  country: string | null;
  joined_at: string | null;
  last_seen_at: string | null;
  can_message: boolean;
  can_invite: boolean;
  company: CompanyCard | null;
}
