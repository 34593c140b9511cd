/** Colors of the map. A canvas knows no tokens: these are the surfaces of the theme, with land and water added. */
export interface Palette {
  sea: string;
  land: string;
  border: string;
  ground: string;
  wood: string;
  built: string;
  park: string;
  block: string;
  square: string;
  highway: string;
  road: string;
  lane: string;
  casing: string;
  label: string;
  softLabel: string;
  halo: string;
}

const LIGHT: Palette = {
  sea: "#bdd4e4",
  land: "#f4efe5",
  border: "#cdbfa9",
  ground: "#f1ecdf",
  wood: "#dfe4c9",
  built: "#ebe3d5",
  park: "#d2dfb6",
  block: "#e0d5c3",
  square: "#f3e4d3",
  highway: "#eccf9a",
  road: "#fffdf9",
  lane: "#fdfaf4",
  casing: "#d9cdb9",
  label: "#3d3830",
  softLabel: "#6f6657",
  halo: "#fbf8f3",
};

const DARK: Palette = {
  sea: "#10222f",
  land: "#191e26",
  border: "#3a424f",
  ground: "#181d24",
  wood: "#1a2420",
  built: "#1f252e",
  park: "#1f2e25",
  block: "#272e39",
  square: "#312c2c",
  highway: "#5a4a33",
  road: "#3d4654",
  lane: "#333b47",
  casing: "#14181f",
  label: "#e6e0d4",
  softLabel: "#a49d90",
  halo: "#12151b",
};

export type MapScheme = "light" | "dark";

export const PALETTES: Record<MapScheme, Palette> = { light: LIGHT, dark: DARK };
