import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useLanguage } from "@/lib/i18n";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import { ReelTile } from "@/shared/reels/ReelTile";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import classes from "./FriendFavouriteCard.module.css";
import type { FriendFavourite } from "./types";

/** A reel or an offering that friends saved, with their names. */
export function FriendFavouriteCard({ item }: { item: FriendFavourite }) {
  const { t } = useTranslation("favourites");
  const { tag } = useLanguage();
  const names = item.friends.map(displayName);
  const others = item.saves - names.length;
  const listed =
    others > 0
      ? t("friends.more", { names: names.join(", "), count: others })
      : new Intl.ListFormat(tag, { type: "conjunction" }).format(names);
  return (
    <div className={classes.card}>
      {item.reel && (
        <div className={classes.reel}>
          <ReelTile reel={item.reel} />
        </div>
      )}
      {item.offering && <OfferingCard offering={item.offering} withCompany />}
      <p className={classes.savers}>
        <span className={classes.faces} aria-hidden="true">
          {item.friends.map((friend) => (
            <Avatar
              key={friend.id}
              id={friend.id}
              name={displayName(friend)}
              picture={friend.picture}
              size={24}
            />
          ))}
        </span>
        <Bdi>{t("friends.by", { names: listed })}</Bdi>
      </p>
    </div>
  );
}
