import type { components } from "@/api/schema";
import { detailsByField } from "@/shared/filters/details";
import type { MapPoint } from "@/shared/map/area";
import { minorUnits } from "@/shared/money/decimals";
import { viewerZone } from "@/shared/opening/zonedTime";
import type { Filters } from "./filters";
import { PARTS_OF_DAY } from "./partsOfDay";
import type { SearchTab } from "./tabs";

export type SearchRequest = components["schemas"]["SearchRequest"];

/** Translates filters into the request of the server. Without a place, results near `home` come first. */
export function searchRequest(tab: SearchTab, filters: Filters, home: MapPoint | null): SearchRequest {
  const { features, openNow, adults, children } = filters;
  return {
    tab,
    what: filters.q || undefined,
    where: whereOf(filters, home),
    when: whenOf(filters),
    who: adults === null ? undefined : { adults, children },
    filters: {
      category: filters.category ?? undefined,
      subcategory: filters.subcategory ?? undefined,
      features: [...features],
      details: filters.category === null ? {} : detailsByField(filters.details),
      ...pricesOf(filters),
      rating_min: filters.rating === null ? undefined : filters.rating / 10,
      open_now: openNow,
      order_type: filters.orderType ?? undefined,
    },
    sort: filters.sort,
  };
}

function pricesOf({ priceMin, priceMax, currency }: Filters) {
  if (priceMin === null && priceMax === null) return {};
  const minor = (price: number | null) =>
    price === null ? undefined : Math.round(price * minorUnits(currency));
  return { price_min: minor(priceMin), price_max: minor(priceMax), currency };
}

function whereOf({ near, distance, area }: Filters, home: MapPoint | null): SearchRequest["where"] {
  const from = near ?? home;
  return {
    ...(from && { latitude: from.latitude, longitude: from.longitude }),
    distance_km: area ? undefined : distance,
    area: area ?? undefined,
  };
}

function whenOf({ date, until, time }: Filters): SearchRequest["when"] {
  const part = PARTS_OF_DAY.find(({ key }) => key === time);
  return {
    // Words such as "tonight" are meant where they are written.
    time_zone: viewerZone(),
    ...(date && { date, until: until ?? undefined, from: part?.from, to: part?.to }),
  };
}
