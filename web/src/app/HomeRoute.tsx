import { HomeScreen } from "@/features/home/HomeScreen";

/** Home, with what other areas lend it. */
export function HomeRoute() {
  return <HomeScreen />;
}
