import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import classes from "./people.module.css";

/** The server accepts at most this many recipients in one request. */
export const MAX_RECIPIENTS = 20;

export interface PickListItem {
  /** Value of the choice. */
  id: number;
  /** Seed of the avatar color. Defaults to `id`. */
  avatarId?: number | string;
  name: string;
  picture?: string | null | undefined;
  /** Second part of the label, such as the user name. */
  detail?: ReactNode;
}

interface PickListProps {
  label?: string;
  items: readonly PickListItem[];
  chosen: readonly number[];
  max?: number;
  onToggle: (id: number) => void;
}

/** Rows with an avatar, a name and a checkbox. Unchecked rows are disabled when `max` is reached. */
export function PickList({ label, items, chosen, max = Number.POSITIVE_INFINITY, onToggle }: PickListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map(({ id, avatarId = id, name, picture, detail }) => (
        <li key={id} className={classes.row}>
          <Avatar id={avatarId} name={name} picture={picture} size={40} />
          <Checkbox
            className={classes.check}
            labelPosition="left"
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= max}
            onChange={() => onToggle(id)}
            label={
              <>
                <Bdi line>{name}</Bdi>
                {detail && <> {detail}</>}
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** Adds an id to the chosen ids, or removes it. */
export const toggled = (chosen: readonly number[], id: number): readonly number[] =>
  chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
