import type { Filters } from "./filters";

/** Prices travel in minor units. The filter compares companies of all currencies in hundredths. */
const MINOR = 100;

/** Query of the lists of companies and offerings. */
export interface ListQuery {
  q?: string;
  category?: string;
  subcategory?: string;
  kind?: Filters["kind"] & string;
  features?: string;
  price_min?: number;
  price_max?: number;
  distance_km?: number;
  open_now?: boolean;
  latitude?: number;
  longitude?: number;
  sort?: Filters["sort"];
}

/** Translates filters into the query of the server. */
export function listQuery(filters: Filters): ListQuery {
  const { near } = filters;
  const query: ListQuery = {
    q: filters.q || undefined,
    category: filters.category ?? undefined,
    subcategory: filters.subcategory ?? undefined,
    kind: filters.kind ?? undefined,
    features: filters.features.join(",") || undefined,
    price_min: minor(filters.priceMin),
    price_max: minor(filters.priceMax),
    distance_km: (near && filters.distance) ?? undefined,
    open_now: filters.openNow || undefined,
    latitude: near?.latitude,
    longitude: near?.longitude,
    sort: filters.sort === "relevance" ? undefined : filters.sort,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

const minor = (price: number | null) => (price === null ? undefined : price * MINOR);
