import {
  IconBallTennis,
  IconBed,
  IconBuildingCastle,
  IconCalendarEvent,
  IconFlower,
  IconMapRoute,
  IconMusic,
  IconPalette,
  IconShip,
  IconSparkles,
  IconToolsKitchen2,
} from "@tabler/icons-react";

/** How a category is drawn; one that is new here shows a castle until it has a drawing of its own. */
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
  events: IconCalendarEvent,
};

export const iconOf = (category: string): typeof IconBed => DRAWN[category] ?? IconBuildingCastle;

/** `category.food` of the server is `food` in the language file `category`. */
export const nameKey = (name_key: string): string => name_key.replace(".", ":");
