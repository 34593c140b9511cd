import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import * as rule from "@/shared/forms/validation";
import { amountText, parseAmount } from "../../catalogue/model/amount";
import type { OpeningHours, StoreProfile, StoreProfileForm } from "../api";
import { type HoursValues, hoursBody, hoursProblems, hoursValues } from "./hours";

export type PictureValue = DeepRequired<components["schemas"]["Picture"]>;

/** Values of the form, as its fields show them. */
export interface StoreValues extends Record<string, unknown> {
  name: string;
  handle: string;
  logo: PictureValue | null;
  cover: PictureValue | null;
  description: string;
  categories: string[];
  subcategories: string[];
  price_level: string;
  features: string[];
  email: string;
  phone: string;
  website: string;
  social_links: string[];
  address: string;
  city: string;
  postalCode: string;
  country: string;
  latitude: string;
  longitude: string;
  time_zone: string;
  hours: HoursValues;
  minimum_order: string;
  takes_orders_in_store: boolean;
  approves_bookings: boolean;
  takes_payment_on_site: boolean;
  table_minutes: string;
  notice_minutes: string;
  horizon_days: string;
  check_in_from: string;
  check_out_until: string;
}

export const DESCRIPTION_MAX = 4000;
export const LINKS_MAX = 6;

const textOf = (value: number | null): string => (value === null ? "" : String(value));

export const storeValues = (store: StoreProfile, hours: OpeningHours): StoreValues => ({
  name: store.name,
  handle: store.handle,
  logo: store.logo,
  cover: store.cover,
  description: store.description,
  categories: store.categories,
  subcategories: store.subcategories,
  price_level: textOf(store.price_level),
  features: store.features,
  email: store.email,
  phone: store.phone,
  website: store.website ?? "",
  social_links: store.social_links,
  address: store.address,
  city: store.city,
  postalCode: store.postal_code,
  country: store.country,
  latitude: textOf(store.latitude),
  longitude: textOf(store.longitude),
  time_zone: store.time_zone,
  hours: hoursValues(hours),
  minimum_order: amountText(store.minimum_order, store.currency),
  takes_orders_in_store: store.takes_orders_in_store,
  approves_bookings: store.approves_bookings,
  takes_payment_on_site: store.takes_payment_on_site,
  table_minutes: textOf(store.table_minutes),
  notice_minutes: textOf(store.notice_minutes),
  horizon_days: textOf(store.horizon_days),
  check_in_from: store.check_in_from,
  check_out_until: store.check_out_until,
});

type ProfileField = Exclude<keyof StoreValues & string, "hours">;

const numberOf = (text: string): number | null => (text.trim() ? Number(text.replace(",", ".")) : null);

/** Part of the body for each field. */
const SENT: {
  [Field in ProfileField]: (values: StoreValues, currency: string) => StoreProfileForm;
} = {
  name: ({ name }) => ({ name }),
  handle: ({ handle }) => ({ handle }),
  logo: ({ logo }) => ({ logo_id: logo?.id ?? null }),
  cover: ({ cover }) => ({ cover_id: cover?.id ?? null }),
  description: ({ description }) => ({ description }),
  categories: ({ categories }) => ({ categories }),
  subcategories: ({ subcategories }) => ({ subcategories }),
  price_level: ({ price_level }) => ({ price_level: numberOf(price_level) }),
  features: ({ features }) => ({ features }),
  email: ({ email }) => ({ email }),
  phone: ({ phone }) => ({ phone }),
  website: ({ website }) => ({ website }),
  social_links: ({ social_links }) => ({ social_links }),
  address: ({ address }) => ({ address }),
  city: ({ city }) => ({ city }),
  postalCode: ({ postalCode }) => ({ postal_code: postalCode }),
  country: ({ country }) => ({ country }),
  latitude: ({ latitude }) => ({ latitude: numberOf(latitude) }),
  longitude: ({ longitude }) => ({ longitude: numberOf(longitude) }),
  time_zone: ({ time_zone }) => ({ time_zone }),
  minimum_order: ({ minimum_order }, currency) => ({
    minimum_order: parseAmount(minimum_order || "0", currency) ?? 0,
  }),
  takes_orders_in_store: ({ takes_orders_in_store }) => ({ takes_orders_in_store }),
  approves_bookings: ({ approves_bookings }) => ({ approves_bookings }),
  takes_payment_on_site: ({ takes_payment_on_site }) => ({ takes_payment_on_site }),
  table_minutes: ({ table_minutes }) => ({ table_minutes: Number(table_minutes) }),
  notice_minutes: ({ notice_minutes }) => ({ notice_minutes: Number(notice_minutes) }),
  horizon_days: ({ horizon_days }) => ({ horizon_days: Number(horizon_days) }),
  check_in_from: ({ check_in_from }) => ({ check_in_from }),
  check_out_until: ({ check_out_until }) => ({ check_out_until }),
};

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Returns the changed parts. Another device may have changed the rest. */
export function storeChange(before: StoreValues, after: StoreValues, currency: string) {
  const changed = (Object.keys(SENT) as ProfileField[]).filter((field) =>
    differs(before[field], after[field]),
  );
  const profile = Object.assign({}, ...changed.map((field) => SENT[field]?.(after, currency)));
  return {
    profile: changed.length > 0 ? (profile as StoreProfileForm) : null,
    hours: differs(before.hours, after.hours) ? hoursBody(after.hours) : null,
  };
}

export const isChanged = (before: StoreValues, after: StoreValues): boolean => differs(before, after);

const HANDLE = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/i;
const URL_TEXT = /^https?:\/\/[^\s/?#:"'<>\\]+\.[^\s"'<>\\]+$/i;

const within = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;

/** Keys of the problems by field. */
export function storeProblems(values: StoreValues, currency: string): Record<string, string> {
  const { handle, latitude, longitude } = values;
  const isPlace = (text: string, most: number) => Math.abs(numberOf(text) ?? 0) <= most;
  const found: Record<string, string | false | null> = {
    name: !values.name.trim() && "required",
    handle: !(handle.length >= 3 && handle.length <= 40 && HANDLE.test(handle)) && "handle",
    description: [...values.description].length > DESCRIPTION_MAX && "description",
    categories: values.categories.length === 0 && "categories",
    email: rule.email(values.email) && "email",
    phone: rule.phone(values.phone) && "phone",
    website: values.website.trim() !== "" && !URL_TEXT.test(values.website.trim()) && "website",
    address: !values.address.trim() && "required",
    city: !values.city.trim() && "required",
    postalCode: !values.postalCode.trim() && "required",
    country: !values.country && "required",
    latitude: (!isPlace(latitude, 90) || (!latitude.trim() && longitude.trim() !== "")) && "latitude",
    longitude: (!isPlace(longitude, 180) || (!longitude.trim() && latitude.trim() !== "")) && "longitude",
    minimum_order: parseAmount(values.minimum_order || "0", currency) === null && "amount",
    table_minutes:
      !(within(values.table_minutes, 15, 720) && Number(values.table_minutes) % 5 === 0) && "tableMinutes",
    notice_minutes: !within(values.notice_minutes, 0, 43_200) && "noticeMinutes",
    horizon_days: !within(values.horizon_days, 1, 730) && "horizonDays",
    check_in_from: !values.check_in_from && "time",
    check_out_until: !values.check_out_until && "time",
    ...hoursProblems(values.hours),
  };
  values.social_links.forEach((link, at) => {
    found[`social_links.${at}`] = link.trim() !== "" && !URL_TEXT.test(link.trim()) && "website";
  });
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** Names of fields where the server's differ. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  postal_code: "postalCode",
  logo_id: "logo",
  cover_id: "cover",
};

/** Returns the field of the form that the server names. Dates are counted in the form. */
export function fieldOf(named: string, { exceptions }: HoursValues): string {
  const date = /^exceptions\.(\d{4}-.*)$/.exec(named)?.[1];
  const at = exceptions.findIndex((exception) => exception.date === date);
  return date && at >= 0 ? `exceptions.${at}` : (OWN_NAMES[named] ?? named);
}
