import {
  IconBallTennis,
  IconBed,
  IconBuildingCastle,
  IconFlower,
  IconMapRoute,
  IconMusic,
  IconPalette,
  IconShip,
  IconShoppingBag,
  IconSparkles,
  IconToolsKitchen2,
} from "@tabler/icons-react";

/** Returns the icon of a category. Unknown categories get a castle. */
const DRAWN: Readonly<Record<string, typeof IconBed>> = {
  food: IconToolsKitchen2,
  hotels: IconBed,
  cruises: IconShip,
  beauty: IconSparkles,
  relaxation: IconFlower,
  art: IconPalette,
  music: IconMusic,
  experiences: IconBallTennis,
  tours: IconMapRoute,
  shops: IconShoppingBag,
};

export const iconOf = (category: string): typeof IconBed => DRAWN[category] ?? IconBuildingCastle;

/** `category.food` of the server is `food` in the language file `category`. */
export const nameKey = (name_key: string): string => name_key.replace(".", ":");
