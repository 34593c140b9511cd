import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import type { PersonCard } from "../model/card";
import classes from "./PersonScreen.module.css";

/** Friends in common. */
export function MutualFriends({ person }: { person: PersonCard }) {
  const { t } = useTranslation("people");
  const others = person.mutual_friends - person.mutual.length;
  return (
    <section aria-labelledby="person-mutual">
      <h2 id="person-mutual" className={classes.heading}>
        {t("mutual", { count: person.mutual_friends })}
      </h2>
      <ul className={classes.people}>
        {person.mutual.map((friend) => (
          <li key={friend.id}>
            <PersonLink id={friend.id} className={classes.friend}>
              <Avatar id={friend.id} name={displayName(friend)} picture={friend.picture} size={44} />
              <span className={classes.friendName}>
                <Bdi line>{displayName(friend)}</Bdi>
              </span>
            </PersonLink>
          </li>
        ))}
      </ul>
      {others > 0 && <p className={classes.muted}>{t("mutualMore", { count: others })}</p>}
    </section>
  );
}
