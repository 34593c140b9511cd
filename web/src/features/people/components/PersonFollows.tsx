import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { readFollows } from "../api";
import classes from "./PersonScreen.module.css";

/** Companies and people of the first page that a person follows. Nothing if the person hides activity from the viewer. */
export function PersonFollows({ id }: { id: number }) {
  const { t } = useTranslation("people");
  const { data } = useQuery({
    queryKey: ["people", "follows", "following", id],
    queryFn: () => readFollows("following", 1, id),
  });
  const shown = data?.items.slice(0, 12) ?? [];
  if (!data || shown.length === 0) return null;
  const others = data.total - shown.length;
  return (
    <section aria-labelledby="person-follows">
      <h2 id="person-follows" className={classes.heading}>
        {t("follows.of", { count: data.total })}
      </h2>
      <ul className={classes.people}>
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
      {others > 0 && <p className={classes.muted}>{t("mutualMore", { count: others })}</p>}
    </section>
  );
}
