import type { MapPin } from "@/shared/map/pins";
import type { useMoney } from "@/shared/money/formatMoney";
import type { SearchHit } from "../api";

/** Company of a result: its pin stands for all its results. */
export const companyOf = (hit: SearchHit): number =>
  hit.type === "company" ? hit.company.id : hit.offering.company.id;

const positionOf = (hit: SearchHit) => (hit.type === "company" ? hit.company : hit);

/** Lowest price of a result. Null if nothing is to pay, as for a table. */
function priceOf(hit: SearchHit): { amount: number; currency: string } | null {
  const stay = hit.bookable?.stay;
  const amount = stay
    ? stay.total + stay.vat_added
    : hit.type === "company"
      ? hit.price_from
      : hit.offering.price;
  const { currency } = hit.type === "company" ? hit.company : hit.offering;
  return amount ? { amount, currency } : null;
}

/** One pin for each company, with the lowest price of its results, else with its name. */
export function pinsOf(hits: readonly SearchHit[], money: ReturnType<typeof useMoney>): MapPin[] {
  const pins = new Map<number, { pin: MapPin; lowest: number }>();
  for (const hit of hits) {
    const { latitude, longitude } = positionOf(hit);
    if (latitude === null || longitude === null) continue;
    const id = companyOf(hit);
    const price = priceOf(hit);
    const lowest = price?.amount ?? Number.POSITIVE_INFINITY;
    const known = pins.get(id);
    if (known && known.lowest <= lowest) continue;
    const name = hit.type === "company" ? hit.company.name : hit.offering.company.name;
    const faded = hit.type === "company" && hit.company.opening.state === "closed";
    const label = price ? money(price.amount, price.currency, "tag") : name;
    pins.set(id, { pin: { id, latitude, longitude, label, title: name, faded }, lowest });
  }
  return [...pins.values()].map(({ pin }) => pin);
}
