import type { ChosenTown } from "@/shared/place/chosenTown";

export const chosenTown = (changes: Partial<ChosenTown> = {}): ChosenTown => ({
  city: "Springfield",
  region: "Illinois",
  country: "US",
  position: { latitude: 39.8, longitude: -89.64 },
  account: null,
  ...changes,
});
