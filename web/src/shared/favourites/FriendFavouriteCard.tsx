import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useLanguage } from "@/lib/i18n";
import { CompanyCard } from "@/shared/company-card/CompanyCard";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import { PersonLink } from "@/shared/person/PersonLink";
import { ReelTile } from "@/shared/reels/ReelTile";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import classes from "./FriendFavouriteCard.module.css";
import type { FriendFavourite } from "./types";

/** A reel, an offering or a company that friends saved, with their names. */
export function FriendFavouriteCard({ item }: { item: FriendFavourite }) {
  const { t } = useTranslation("favourites");
  const { tag } = useLanguage();
  // Each name is a mark in the sentence, and then a link.
  const names = item.friends.map((_, at) => markOf(at));
  const others = item.saves - names.length;
  const listed =
    others > 0
      ? t("friends.more", { names: names.join(", "), count: others })
      : new Intl.ListFormat(tag, { type: "conjunction" }).format(names);
  return (
    <div className={classes.card}>
      {item.reel && (
        <div className={classes.reel}>
          <ReelTile reel={item.reel} sizes="160px" />
        </div>
      )}
      {item.offering && <OfferingCard offering={item.offering} withCompany />}
      {item.company && <CompanyCard company={item.company} />}
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
        <Bdi>
          {partsOf(t("friends.by", { names: listed })).map((part) => {
            const friend = typeof part === "number" ? item.friends[part] : undefined;
            return friend ? (
              <PersonLink key={friend.id} id={friend.id} card={friend} className={classes.name}>
                {displayName(friend)}
              </PersonLink>
            ) : (
              part
            );
          })}
        </Bdi>
      </p>
    </div>
  );
}

const markOf = (at: number) => `{${at}}`;

/** Splits a sentence at its marks. A number is the place of a name. */
const partsOf = (sentence: string): (string | number)[] =>
  sentence.split(/(\{\d+\})/).map((part) => (/^\{\d+\}$/.test(part) ? Number(part.slice(1, -1)) : part));
