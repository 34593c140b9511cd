import { Icon } from "@/ui/Icon";
import classes from "./List.module.css";

interface ViewSwitchProps<Key extends string> {
  label: string;
  views: readonly { key: Key; label: string; icon: Parameters<typeof Icon>[0]["of"] }[];
  open: Key;
  onOpen: (key: Key) => void;
}

/** Buttons of the views of a screen, such as board and list. */
export function ViewSwitch<Key extends string>({ label, views, open, onOpen }: ViewSwitchProps<Key>) {
  return (
    <fieldset className={classes.views}>
      <legend className={classes.hidden}>{label}</legend>
      {views.map(({ key, label: name, icon }) => (
        <button
          key={key}
          type="button"
          className={`bare ${classes.view}`}
          aria-pressed={open === key}
          onClick={() => onOpen(key)}
        >
          <Icon of={icon} />
          {name}
        </button>
      ))}
    </fieldset>
  );
}
