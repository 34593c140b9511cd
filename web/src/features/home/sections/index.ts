import type { ComponentType, ReactNode } from "react";
import type { Booking } from "@/shared/booking/types";
import type { OrderType } from "@/shared/fulfilment/orderTypes";
import type { Order } from "@/shared/orders/types";
import type { HomeSections, HomeTown, SectionKind } from "../api";
import { CategoriesSection } from "./CategoriesSection";
import { NewHereSection, OpenNowSection } from "./CompanySections";
import { FollowedNewsSection } from "./FollowedNewsSection";
import { FriendsSavedSection } from "./FriendsSavedSection";
import { LiveSection } from "./LiveSection";
import { PromoCodesSection } from "./PromoCodesSection";
import { ReelsSection } from "./ReelsSection";
import { TonightSection } from "./TonightSection";
import { TopRatedSection } from "./TopRatedSection";

/** Cards of other areas, which the app lends: they follow their order or booking. */
export interface LentCards {
  order: (order: Order) => ReactNode;
  booking: (booking: Booking) => ReactNode;
}

export type SectionProps<Kind extends SectionKind> = HomeSections[Kind] & {
  place: HomeTown | null;
  /** Order type that the page is restricted to. */
  orderType: OrderType | null;
  cards: LentCards;
};

/** Component of each kind of section. The server decides which are shown, and their order. */
export const SECTIONS: { readonly [Kind in SectionKind]: ComponentType<SectionProps<Kind>> } = {
  live: LiveSection,
  categories: CategoriesSection,
  promo_codes: PromoCodesSection,
  tonight: TonightSection,
  open_now: OpenNowSection,
  reels: ReelsSection,
  top_rated: TopRatedSection,
  friends_saved: FriendsSavedSection,
  followed_news: FollowedNewsSection,
  new_here: NewHereSection,
};
