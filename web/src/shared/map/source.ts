import type { StyleSpecification } from "maplibre-gl";
import type { components } from "@/api/schema";
import { type MapScheme, PALETTES } from "./palette";
import { mapStyle } from "./style";

/** Data that the server is configured to draw maps from. Null: those that ship with the app. */
export type MapSource = components["schemas"]["MapSource"] | null;

/** Style of maps with this data. The decoder of archives is fetched for those only. */
export async function styleFrom(source: MapSource, scheme: MapScheme): Promise<StyleSpecification | string> {
  if (source === null) return mapStyle(PALETTES[scheme]);
  if (source.kind === "style") return source.url;
  const { archiveStyle } = await import("./archive");
  return archiveStyle(source.url, PALETTES[scheme]);
}
