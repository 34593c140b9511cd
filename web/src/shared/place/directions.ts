interface Place {
  name: string;
  address: string;
  city: string;
}

/** Address that opens the directions to a company in the map application of the device. */
export function directionsLink({ name, address, city }: Place, userAgent: string): string {
  const to = encodeURIComponent([name, address, city].filter(Boolean).join(", "));
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${to}`;
  if (/Android/.test(userAgent)) return `geo:0,0?q=${to}`;
  return `https://www.openstreetmap.org/search?query=${to}`;
}
