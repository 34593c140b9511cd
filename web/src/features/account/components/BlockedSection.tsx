import { displayName } from "@/lib/displayName";
import { PersonLink } from "@/shared/person/PersonLink";
import classes from "@/shared/settings/settings.module.css";
import { Bdi } from "@/ui/Bdi";
import { useBlocked, useUnblock } from "../api";
import { HiddenList } from "./HiddenList";

/** Accounts that are blocked. Searches and lists leave them out, so this is where they are unblocked. */
export function BlockedSection() {
  const blocked = useBlocked();
  const hidden = blocked.data?.pages
    .flatMap(({ items }) => items)
    .map((person) => ({
      id: person.id,
      name: displayName(person),
      picture: person.picture ?? null,
      link: (
        <PersonLink id={person.id} card={person} className={classes.words}>
          <Bdi line>{displayName(person)}</Bdi>
        </PersonLink>
      ),
    }));
  return <HiddenList texts="blocked" list={blocked} hidden={hidden} release={useUnblock()} />;
}
