import type { Icon as TablerIcon } from "@tabler/icons-react";
import { useId } from "react";
import { Icon } from "@/ui/Icon";
import classes from "./ChipRow.module.css";

export interface Choice {
  key: string | null;
  label: string;
  icon?: TablerIcon;
}

interface ChipRowProps {
  label: string;
  choices: readonly Choice[];
  chosen: string | null;
  onChoose: (key: string | null) => void;
}

/** One of several choices, as chips in a row that scrolls sideways. */
export function ChipRow({ label, choices, chosen, onChoose }: ChipRowProps) {
  const name = useId();
  return (
    <div className={classes.row} role="radiogroup" aria-label={label}>
      {choices.map(({ key, label: text, icon }) => (
        <label key={key ?? ""} className={classes.choice}>
          <input type="radio" name={name} checked={chosen === key} onChange={() => onChoose(key)} />
          <span className={classes.chip}>
            {icon && <Icon of={icon} size={18} />}
            {text}
          </span>
        </label>
      ))}
    </div>
  );
}
