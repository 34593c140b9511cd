import classes from "./Store.module.css";

interface ChoiceChipsProps {
  legend: string;
  choices: readonly { key: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Several of a list, as chips. */
export function ChoiceChips({ legend, choices, chosen, onChange }: ChoiceChipsProps) {
  const toggle = (key: string) =>
    onChange(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.chips}>
        {choices.map(({ key, label }) => (
          <label key={key} className={classes.choice}>
            <input
              type="checkbox"
              className={classes.box}
              checked={chosen.includes(key)}
              onChange={() => toggle(key)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
