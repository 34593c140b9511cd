// The pictures that the demo's people send to each other, in the order of their files.
import { Sheet } from "../sheet.mjs";
import * as sea from "./sea.mjs";
import * as table from "./table.mjs";
import * as town from "./town.mjs";
import { H, W } from "./sky.mjs";

const drawn = [
  ["harbour", sea.harbour],
  ["sailing", sea.sailing],
  ["beach", sea.beach],
  ["cruise", sea.cruise],
  ["lighthouse", sea.lighthouse],
  ["paella", table.paella],
  ["terrace", table.terrace],
  ["tart", table.tart],
  ["coffee", table.coffee],
  ["market", table.market],
  ["square", town.square],
  ["rooftops", town.rooftops],
  ["tram", town.tram],
  ["room", town.room],
  ["concert", town.concert],
  ["tiles", town.tiles],
];

export const scenes = drawn.map(([name, draw], index) => ({
  name,
  svg() {
    const s = new Sheet(W, H, 900 + index * 31);
    return s.svg([draw(s), s.finish({ grain: 0.1, vignette: 0.3 })]);
  },
}));
