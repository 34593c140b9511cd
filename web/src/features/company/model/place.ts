interface Coordinates {
  latitude: number;
  longitude: number;
}

const EARTH_KM = 6371;

/** Distance on the surface in kilometres (haversine). */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const chord =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(chord));
}

interface MapPlace {
  latitude: number | null;
  longitude: number | null;
  /** Address on one line. */
  address: string;
}

/** Returns the address that opens a place in the map application of the device. */
export function mapLink({ latitude, longitude, address }: MapPlace, userAgent: string): string {
  const query = encodeURIComponent(address);
  const known = latitude !== null && longitude !== null;
  const point = `${latitude},${longitude}`;
  if (/iPhone|iPad|Macintosh/.test(userAgent)) {
    return `https://maps.apple.com/?q=${query}${known ? `&ll=${point}` : ""}`;
  }
  if (/Android/.test(userAgent)) return `geo:${known ? point : "0,0"}?q=${query}`;
  return known
    ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
    : `https://www.openstreetmap.org/search?query=${query}`;
}

interface Addressed {
  address: string;
  postal_code: string;
  city: string;
  country: string;
}

/** Returns the postal address on one line, with the country in the language. */
export function formatAddress({ address, postal_code, city, country }: Addressed, tag: string): string {
  const town = [postal_code, city].filter(Boolean).join(" ");
  const land = country && new Intl.DisplayNames(tag, { type: "region" }).of(country);
  return [address, town, land].filter(Boolean).join(", ");
}
