import { Chip } from "@mantine/core";
import classes from "./Store.module.css";

interface ChoiceChipsProps {
  legend: string;
  choices: readonly { key: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Several of a list, as chips. */
export function ChoiceChips({ legend, choices, chosen, onChange }: ChoiceChipsProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      <Chip.Group multiple value={[...chosen]} onChange={onChange}>
        <div className={classes.chips}>
          {choices.map(({ key, label }) => (
            <Chip key={key} value={key} size="md">
              {label}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </fieldset>
  );
}
