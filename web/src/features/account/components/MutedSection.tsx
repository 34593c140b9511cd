import { Link } from "react-router";
import { useMute, useMuted } from "@/shared/reels/mutes";
import classes from "@/shared/settings/settings.module.css";
import { Bdi } from "@/ui/Bdi";
import { HiddenList } from "./HiddenList";

/** Companies whose reels are hidden. The feed leaves them out, so this is where they are shown again. */
export function MutedSection() {
  const muted = useMuted();
  const hidden = muted.data?.pages
    .flatMap(({ items }) => items)
    .map(({ id, handle, name, logo }) => ({
      id,
      name,
      picture: logo?.url ?? null,
      link: (
        <Link to={`/companies/${handle}`} className={classes.words}>
          <Bdi line>{name}</Bdi>
        </Link>
      ),
    }));
  return <HiddenList texts="muted" list={muted} hidden={hidden} release={useMute(false)} />;
}
