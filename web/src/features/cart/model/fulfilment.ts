import type { Cart, CartOption, Fulfilment } from "@/shared/cart/types";

interface FulfilmentSpec {
  /** Order type of the server. */
  orderType: 1 | 2 | 3;
  delivered: boolean;
  /** The customer comes and can pay at the company. */
  paidOnSite: boolean;
  /** The number of persons is asked. */
  seats: boolean;
}

const onSite = { delivered: false, paidOnSite: true } as const;
const delivered = { orderType: 3, delivered: true, paidOnSite: false, seats: false } as const;

const SPECS: Readonly<Record<Fulfilment, FulfilmentSpec>> = {
  onsite: { ...onSite, orderType: 1, seats: true },
  collect: { ...onSite, orderType: 2, seats: false },
  delivery: delivered,
  express: delivered,
  home_service: delivered,
  catering: delivered,
};

const ORDER = Object.keys(SPECS) as Fulfilment[];

export const specOf = (kind: Fulfilment): FulfilmentSpec => SPECS[kind];

/** Returns the options of a company, by order type. */
export const sortedOptions = (options: readonly CartOption[]): CartOption[] =>
  [...options].sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));

/** Returns the lowest fee of a delivery. */
export const lowestFee = ({ zones }: CartOption): number | null =>
  zones.length > 0 ? Math.min(...zones.map(({ fee }) => fee)) : null;

/** Returns true if the fee depends on the place of the address, and the address has none. */
export function lacksPlace({ fulfilment, options, address, problems }: Cart): boolean {
  const option = options.find(({ kind }) => kind === fulfilment);
  if (!address || !option || option.zones.length === 0) return false;
  const depends = option.zones.length > 1 || problems.includes("address_outside");
  return depends && (address.latitude === null || address.longitude === null);
}
