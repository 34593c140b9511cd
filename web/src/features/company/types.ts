import type { CompanySummary, Offering, Picture } from "@/shared/offering/types";

/** Hours of a day. `closes` past 24:00 is on the next day. */
export interface Hours {
  opens: string;
  closes: string;
}

export interface OpeningHours {
  /** Weekdays count from 1, Monday. */
  weekly: (Hours & { weekday: number })[];
  exceptions: { date: string; hours: Hours[]; note: string | null }[];
}

export interface TabCounts {
  products: number;
  services: number;
  tickets: number;
  media: number;
  events: number;
  reviews: number;
}

export interface CompanyDetails extends CompanySummary {
  description: string;
  address: string;
  postal_code: string;
  phone: string;
  email: string;
  website: string | null;
  hours: OpeningHours;
  pictures: Picture[];
  followed: boolean;
  /** The viewer acts for the company. */
  is_member: boolean;
  minimum_order: number;
  takes_orders_in_store: boolean;
  tabs: TabCounts;
  free_cancel_hours: number;
  cancel_fee_percent: number;
  reservation: { table_minutes: number; notice_minutes: number; horizon_days: number };
  /** Account that answers the company's chat. */
  contact_id: number;
}

export interface OfferingSection {
  folder: { id: number; name: string } | null;
  items: Offering[];
}

export interface OfferingSections {
  sections: OfferingSection[];
  total: number;
}

export type CaptionedPicture = Picture & { caption: string };

export interface Occurrence {
  id: number;
  starts_at: string;
  ends_at: string;
  offering: Offering;
}

export interface Review {
  id: number;
  author: { id: number; name: string; picture: string | null };
  rating: number;
  service_fast: boolean;
  as_described: boolean;
  meets_expectations: boolean;
  product_quality: "good" | "average" | "poor";
  comments: string;
  reply: string | null;
  replied_at: string | null;
  created_at: string;
  offering: { id: number; name: string } | null;
}

export interface ReviewSummary {
  average: number | null;
  count: number;
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  by_rating: number[];
  /** Percentages of the reviews. */
  service_fast: number;
  as_described: number;
  meets_expectations: number;
  /** Numbers of reviews. */
  quality: Record<Review["product_quality"], number>;
}

export type PolicyKind = "cancellation" | "rule" | "refund" | "privacy" | "directions";

export interface Policy {
  id: number;
  title: string;
  text: string;
}

export interface About {
  facilities: { key: string | null; title: string; text: string }[];
  policies: Partial<Record<PolicyKind, Policy[]>>;
  features: string[];
}
