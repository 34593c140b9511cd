import type { CategorySpec } from "./types";

/** Dishes are made to order: their category lists them as a menu. */
export const hasMenu = (spec: CategorySpec | undefined): boolean => spec?.availability[0] === "unlimited";
