import type { ReactNode } from "react";
import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import classes from "./PersonRow.module.css";

interface PersonRowProps {
  person: UserCard;
  online?: boolean;
  /** It came while the list was looked at. */
  arrived?: boolean;
  /** A line under the name. */
  note: ReactNode;
  /** Action buttons. */
  children?: ReactNode;
}

/** A person in a list. The whole row except its buttons links to the profile. */
export function PersonRow({ person, online = false, arrived = false, note, children }: PersonRowProps) {
  const name = displayName(person);
  return (
    <li className={classes.row} data-person={person.id} data-arrived={arrived ? "" : undefined}>
      <Avatar id={person.id} name={name} picture={person.picture} size={52} online={online} />
      <div className={classes.words}>
        <PersonLink id={person.id} card={person} className={classes.name}>
          <Bdi line>{name}</Bdi>
        </PersonLink>
        <p className={classes.note}>{note}</p>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  );
}
