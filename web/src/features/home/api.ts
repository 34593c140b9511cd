import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type { Booking } from "@/shared/booking/types";
import type { FriendFavourite } from "@/shared/favourites/types";
import type { OrderType } from "@/shared/fulfilment/orderTypes";
import type { ListedCompany, Offering } from "@/shared/offering/types";
import type { Order } from "@/shared/orders/types";
import type { HomeTown as WantedTown } from "@/shared/place/useHomeTown";

type Schemas = components["schemas"];

export type FollowedNews = DeepRequired<Schemas["FollowedNews"]>;
export type HomeReel = DeepRequired<Schemas["HomeReel"]>;
export type HomePromoCode = DeepRequired<Schemas["HomePromoCode"]>;

/** Offer with free times this evening. */
export interface TonightOffering extends Offering {
  date: string;
  members: number;
  slots: DeepRequired<Schemas["TonightSlot"]>[];
}

export type HomeTown = Schemas["HomeTown"];

/** Content of each section, by its kind. */
export interface HomeSections {
  live: { orders: Order[]; booking: Booking | null };
  categories: { keys: string[] };
  promo_codes: { codes: HomePromoCode[] };
  tonight: { offers: TonightOffering[] };
  open_now: { companies: ListedCompany[] };
  reels: { reels: HomeReel[] };
  top_rated: { offers: Offering[] };
  friends_saved: { items: FriendFavourite[] };
  followed_news: { news: FollowedNews[] };
  new_here: { companies: ListedCompany[] };
}

export type SectionKind = keyof HomeSections;
export type HomeSection = { [Kind in SectionKind]: { kind: Kind } & HomeSections[Kind] }[SectionKind];

export interface HomePage {
  place: HomeTown | null;
  sections: HomeSection[];
  failed: string[];
}

/** A hundredth of a degree is about a kilometre: enough for a start page, and addresses are logged. */
const coarse = (degrees: number): number => Math.round(degrees * 100) / 100;

/** All sections of the start page for a town, with companies that take such orders. */
export async function readHome(
  { town, query, country, position }: WantedTown,
  orderType: OrderType | null,
): Promise<HomePage> {
  const place = position
    ? { town, latitude: coarse(position.latitude), longitude: coarse(position.longitude) }
    : { town: query || undefined };
  const params = { query: { ...place, country, order_type: orderType ?? undefined } };
  // The schema does not describe the values of details.
  return asDeepRequired(
    (await unwrap(api.GET("/api/v1/users/home/", { params }))).data,
  ) as unknown as HomePage;
}
