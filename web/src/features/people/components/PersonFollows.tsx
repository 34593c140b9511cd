import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { displayName } from "@/lib/displayName";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { type FollowDirection, readFollows } from "../api";
import classes from "./PersonScreen.module.css";

const FACES = 12;

function useFollows(direction: FollowDirection, id: number) {
  return useQuery({
    queryKey: ["people", "follows", direction, id],
    queryFn: () => readFollows(direction, 1, id),
  }).data;
}

/**
 * Numbers of the followers of a person and of those whom the person follows, with the ways to the lists, and some of the
 * latter. Nothing if the person hides activity from the viewer.
 */
export function PersonFollows({ id }: { id: number }) {
  const { t } = useTranslation("people");
  const following = useFollows("following", id);
  const followers = useFollows("followers", id);
  const shown = following?.items.slice(0, FACES) ?? [];
  const counted = [
    { direction: "followers" as const, total: followers?.total ?? 0 },
    { direction: "following" as const, total: following?.total ?? 0 },
  ].filter(({ total }) => total > 0);
  if (counted.length === 0) return null;
  return (
    <section aria-labelledby="person-follows">
      <h2 id="person-follows" className={classes.heading}>
        {t("follows.title")}
      </h2>
      <ul className={classes.counters}>
        {counted.map(({ direction, total }) => (
          <li key={direction}>
            <Link to={`?show=${direction}`} className={classes.counter}>
              {t(`follows.${direction}`, { count: total })}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length > 0 && (
        <ul className={classes.people} aria-label={t("tab.following")}>
          {shown.map((follow) => (
            <li key={follow.id}>
              <PersonLink id={follow.id} card={follow} className={classes.friend}>
                <Avatar id={follow.id} name={displayName(follow)} picture={follow.picture} size={44} />
                <span className={classes.friendName}>
                  <Bdi line>{displayName(follow)}</Bdi>
                </span>
              </PersonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
