import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";

export const ReelsRoute = lazyScreen(() => import("../ReelsRoute").then((file) => file.ReelsRoute));
const FavouritesScreen = lazyScreen(() =>
  import("@/features/favourites/FavouritesScreen").then((file) => file.FavouritesScreen),
);
const FolderScreen = lazyScreen(() =>
  import("@/features/favourites/FolderScreen").then((file) => file.FolderScreen),
);

/** Reels, and the favourites of the account. */
export const reelRoutes: RouteObject[] = [
  // One element for both addresses: the page goes on while the reel in the address changes.
  { path: "/videos/:reelId?", element: <ReelsRoute /> },
  { path: "/favourites", element: <FavouritesScreen /> },
  { path: "/favourites/:folderId", element: <FolderScreen /> },
];
