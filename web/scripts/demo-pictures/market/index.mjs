// The pictures of the demo's marketplace, by category and motif; the number of a picture seeds it.
import { Sheet } from "../sheet.mjs";
import * as bakery from "./food-bakery.mjs";
import * as drinks from "./food-drinks.mjs";
import * as bites from "./food-bites.mjs";
import * as land from "./land.mjs";
import * as stages from "./stage.mjs";
import * as streets from "./streets.mjs";
import * as logos from "./logos.mjs";
import * as products from "./products.mjs";
import * as plates from "./food-plates.mjs";
import * as beauty from "./beauty.mjs";
import * as cruises from "./cruises.mjs";
import * as experiences from "./experiences.mjs";
import * as hotels from "./hotels.mjs";
import * as halls from "./halls.mjs";
import * as rooms from "./rooms.mjs";
import * as wellness from "./wellness.mjs";

const SCENE = [1200, 800];
const SQUARE = [800, 800];

/** Category, motif, number of pictures, size, drawing. */
const families = [
  ["food", "pasta", 6, SQUARE, plates.pasta],
  ["food", "pizza", 5, SQUARE, plates.pizza],
  ["food", "salad", 5, SQUARE, plates.salad],
  ["food", "soup", 5, SQUARE, plates.soup],
  ["food", "sushi", 5, SQUARE, bites.sushi],
  ["food", "tapas", 5, SQUARE, bites.tapas],
  ["food", "burger", 5, SQUARE, bites.burger],
  ["food", "bread", 4, SQUARE, bakery.bread],
  ["food", "pastry", 6, SQUARE, bakery.pastry],
  ["food", "cake", 5, SQUARE, bakery.cake],
  ["food", "drink", 6, SQUARE, drinks.drink],
  ["food", "cocktail", 5, SQUARE, drinks.cocktail],
  ["food", "interior", 10, SCENE, halls.restaurant],
  ["food", "terrace", 6, SCENE, halls.terrace],
  ["hotels", "lobby", 4, SCENE, halls.lobby],
  ["hotels", "facade", 6, SCENE, hotels.facade],
  ["hotels", "pool", 4, SCENE, hotels.pool],
  ["cruises", "ship", 14, SCENE, cruises.ship],
  ["cruises", "deck", 6, SCENE, cruises.deck],
  ["beauty", "salon", 8, SCENE, beauty.salon],
  ["beauty", "treatment", 5, SCENE, beauty.treatment],
  ["beauty", "hair", 6, SCENE, beauty.hair],
  ["beauty", "nails", 5, SCENE, beauty.nails],
  ["relaxation", "spa", 5, SCENE, wellness.spa],
  ["relaxation", "hammam", 5, SCENE, wellness.hammam],
  ["relaxation", "massage", 5, SCENE, wellness.massage],
  ["relaxation", "stones", 5, SCENE, wellness.stones],
  ["shops", "shirt", 5, SQUARE, products.shirt],
  ["shops", "mug", 4, SQUARE, products.mug],
  ["shops", "bag", 5, SQUARE, products.bag],
  ["shops", "plant", 4, SQUARE, products.plantShot],
  ["shops", "book", 4, SQUARE, products.book],
  ["shops", "lamp", 4, SQUARE, products.lamp],
  ["shops", "ceramics", 4, SQUARE, products.ceramics],
  ["shops", "shoes", 4, SQUARE, products.shoes],
  ["shops", "storefront", 12, SCENE, streets.storefront],
  ["tours", "town", 6, SCENE, streets.town],
  ["tours", "harbour", 4, SCENE, streets.harbour],
  ["tours", "bike", 3, SCENE, streets.bike],
  ["tours", "ruins", 4, SCENE, land.ruins],
  ["tours", "mountain", 4, SCENE, land.mountain],
  ["experiences", "kayak", 4, SCENE, land.kayak],
  ["experiences", "climbing", 4, SCENE, land.climbing],
  ["art", "theatre", 6, SCENE, stages.theatre],
  ["music", "stage", 7, SCENE, stages.stage],
  ["music", "club", 6, SCENE, stages.club],
  ["music", "concert", 7, SCENE, stages.concert],
  ["experiences", "park", 5, SCENE, experiences.park],
  ["experiences", "animals", 5, SCENE, experiences.animals],
  ["experiences", "workshop", 3, SCENE, experiences.workshop],
  ["experiences", "pottery", 3, SCENE, experiences.pottery],
  ["experiences", "cooking", 3, SCENE, experiences.cooking],
  ["logos", "mark", 20, SQUARE, logos.mark],
  ["art", "gallery", 6, SCENE, halls.gallery],
  ["art", "museum", 6, SCENE, halls.museum],
  ["hotels", "room", 20, SCENE, rooms.hotelRoom],
  ["cruises", "cabin", 10, SCENE, rooms.cabin],
];

/** A number from a text, the same on every machine (FNV-1a). */
const hash = (text) => [...text].reduce((h, c) => Math.imul(h ^ c.charCodeAt(0), 16777619) >>> 0, 2166136261);

const pictures = families.flatMap(([category, motif, count, [width, height], draw]) =>
  Array.from({ length: count }, (_, index) => {
    const name = `${category}-${motif}-${String(index + 1).padStart(2, "0")}`;
    return {
      name,
      width,
      height,
      svg() {
        const s = new Sheet(width, height, hash(name));
        s.index = index;
        return s.svg([draw(s), s.finish({ grain: 0.08, vignette: 0.26 })]);
      },
    };
  }),
);

/** In the order of their names, by which the store finds them. */
export const market = pictures.sort((a, b) => (a.name < b.name ? -1 : 1));
