/** Part of the map, in degrees. West is greater than east across the date line. */
export interface Area {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** Centre and zoom of a map. */
export interface MapCamera extends MapPoint {
  zoom: number;
}

/** Kilometres of a degree of latitude. */
const DEGREE_KM = 110.574;

const isLongitude = (value: number) => Math.abs(value) <= 180;
const isLatitude = (value: number) => Math.abs(value) <= 90;

/** Reads "west,south,east,north". Returns null for anything else. */
export function readArea(text: string | null): Area | null {
  const numbers = (text ?? "").split(",").map((part) => (part.trim() ? Number(part) : Number.NaN));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  const fits =
    numbers.length === 4 &&
    isLongitude(west) &&
    isLongitude(east) &&
    isLatitude(south) &&
    isLatitude(north) &&
    south < north;
  return fits ? { west, south, east, north } : null;
}

/**
 * Rounded to some ten metres: addresses stay short, and equal views have equal addresses. A map that was moved around the
 * globe has longitudes beyond 180 degrees, which are brought back.
 */
export function writeArea({ west, south, east, north }: Area): string {
  const isWorld = east - west >= 360;
  const sides = isWorld ? [-180, south, 180, north] : [inRange(west), south, inRange(east), north];
  return sides.map((degrees) => Math.round(degrees * 1e4) / 1e4).join(",");
}

const inRange = (longitude: number) => (isLongitude(longitude) ? longitude : wrapped(longitude));

/** Square about a point that reaches `km` in each direction. */
export function areaAround({ latitude, longitude }: MapPoint, km: number): Area {
  const high = km / DEGREE_KM;
  const wide = high / Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  return {
    west: wrapped(longitude - wide),
    south: Math.max(-90, latitude - high),
    east: wrapped(longitude + wide),
    north: Math.min(90, latitude + high),
  };
}

export const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** Middle of an area. */
export function middleOf({ west, south, east, north }: Area): MapPoint {
  const width = east >= west ? east - west : east + 360 - west;
  return { latitude: (south + north) / 2, longitude: wrapped(west + width / 2) };
}
