import { create } from "zustand";
import { useAuth } from "@/api/auth";
import { readStored, writeStored } from "@/lib/storage";
import type { MapPoint } from "@/shared/map/area";

/** Town that was chosen on this device. It wins over the one of the profile and of the time zone. */
export interface ChosenTown {
  city: string;
  /** Tells namesakes apart. Empty if unknown. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** In degrees. Null for a town that is known by its name only. */
  position: MapPoint | null;
  /**
   * Account whose saved address the town is of. The choice ends with that account's session. Null for a setting of the
   * device: it has nothing personal and outlives a sign-out.
   */
  account: number | null;
}

const STORED = "plaza.town";
const MAX_NAME = 200;

const isWithin = (degrees: unknown, most: number): boolean =>
  typeof degrees === "number" && Math.abs(degrees) <= most;

const isPosition = (value: Partial<MapPoint> | undefined): boolean =>
  isWithin(value?.latitude, 90) && isWithin(value?.longitude, 180);

const isName = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_NAME;

/** The storage is open to whoever uses the browser. */
function isTown(value: unknown): value is ChosenTown {
  const { city, region, country, position, account } = (value ?? {}) as Partial<ChosenTown>;
  return (
    isName(city) &&
    city !== "" &&
    isName(region) &&
    /^[A-Z]{2}$/.test(String(country)) &&
    (position === null || isPosition(position)) &&
    (account === null || typeof account === "number")
  );
}

const isOpen = ({ account }: ChosenTown): boolean =>
  account === null || account === useAuth.getState().credentials?.user.id;

/** An account's town is for its own session only. Another tab may have one: it stays stored. */
function storedTown(): ChosenTown | null {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? "null");
    return isTown(stored) && isOpen(stored) ? stored : null;
  } catch {
    return null;
  }
}

export const useChosenTown = create<{ town: ChosenTown | null }>(() => ({ town: storedTown() }));

/** Keeps a town on this device. Null goes back to the default. */
export function chooseTown(town: ChosenTown | null): void {
  writeStored(STORED, town && JSON.stringify(town));
  useChosenTown.setState({ town });
}

/** A country that was chosen later wins over a town elsewhere. */
export function forgetTownOutside(country: string): void {
  const { town } = useChosenTown.getState();
  if (town && town.country !== country) chooseTown(null);
}

/** Follows the choice of other tabs, and forgets a town of an address when its account signs out. Returns the way to stop. */
export function syncTown(): () => void {
  const onStorage = ({ key, storageArea }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (storageArea === window.localStorage && (key === STORED || key === null))
      useChosenTown.setState({ town: storedTown() });
  };
  window.addEventListener("storage", onStorage);
  const stopFollowing = useAuth.subscribe(() => {
    const { town } = useChosenTown.getState();
    if (town && !isOpen(town)) chooseTown(null);
  });
  return () => {
    window.removeEventListener("storage", onStorage);
    stopFollowing();
  };
}
