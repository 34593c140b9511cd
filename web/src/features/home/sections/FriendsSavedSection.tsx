import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import type { FriendFavourite } from "@/shared/favourites/types";
import { NearRow } from "./NearRow";

/** In its own chunk: most who open the page have no friends who saved something. */
const FriendFavouriteCard = lazyPart(() =>
  import("@/shared/favourites/FriendFavouriteCard").then((file) => file.FriendFavouriteCard),
);

/** Reels, offerings and companies that friends saved. */
export function FriendsSavedSection({ items }: { items: readonly FriendFavourite[] }) {
  return (
    <Suspense>
      <Row items={items} />
    </Suspense>
  );
}

function Row({ items }: { items: readonly FriendFavourite[] }) {
  const { t } = useTranslation("favourites");
  return (
    <NearRow title={t("friends.title")} size="wide" height={352}>
      {items.map((item) => (
        <li key={`${item.kind}-${item.id}`}>
          <FriendFavouriteCard item={item} />
        </li>
      ))}
    </NearRow>
  );
}
