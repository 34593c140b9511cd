import type { ComponentType } from "react";
import { CategoriesSection } from "./CategoriesSection";
import { FollowedNewsSection } from "./FollowedNewsSection";
import { NewHereSection } from "./NewHereSection";
import { OpenNowSection } from "./OpenNowSection";

/** Sections of the home screen, in order. Each loads by itself and is left out when it is empty. */
export const HOME_SECTIONS: readonly { key: string; Section: ComponentType }[] = [
  { key: "categories", Section: CategoriesSection },
  { key: "openNow", Section: OpenNowSection },
  { key: "followedNews", Section: FollowedNewsSection },
  { key: "newHere", Section: NewHereSection },
];
