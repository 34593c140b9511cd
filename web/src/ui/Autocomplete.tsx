import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Autocomplete.module.css";
import { Bdi } from "./Bdi";
import { announce } from "./LiveRegion";
import { TextField, type TextFieldProps } from "./TextField";

export interface Suggestion {
  id: number | string;
  label: string;
  /** Tells two of the same label apart. */
  detail?: string;
}

interface AutocompleteProps<Item extends Suggestion> extends Omit<TextFieldProps, "onChange" | "value"> {
  value: string;
  onChange: (text: string) => void;
  suggestions: readonly Item[];
  onPick: (item: Item) => void;
}

/** A field with suggestions below it (the combobox pattern): arrows move, Enter takes, Escape closes, typing goes on. */
export function Autocomplete<Item extends Suggestion>({
  value,
  onChange,
  suggestions,
  onPick,
  ...props
}: AutocompleteProps<Item>) {
  const { t } = useTranslation();
  const list = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && suggestions.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins without a choice
  useEffect(() => setActive(-1), [suggestions]);
  useEffect(() => {
    if (shown) announce(t("suggest.found", { count: suggestions.length }));
  }, [shown, suggestions.length, t]);

  const pick = (item: Item) => {
    onPick(item);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((at) => (at + step + suggestions.length) % suggestions.length);
    }
    const chosen = suggestions[active];
    if (event.key === "Enter" && shown && chosen) {
      event.preventDefault();
      pick(chosen);
    }
    if (event.key === "Escape" && shown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div className={classes.field}>
      <TextField
        {...props}
        role="combobox"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          setOpen(false);
          props.onBlur?.(event);
        }}
      />
      {shown && (
        <div id={list} role="listbox" aria-label={t("suggest.label")} className={classes.list}>
          {suggestions.map((item, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's; the pointer alone comes here
            <div
              key={item.id}
              id={`${list}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={classes.option}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setActive(at)}
              onClick={() => pick(item)}
            >
              <Bdi>{item.label}</Bdi>
              {item.detail && <Bdi className={classes.detail}>{item.detail}</Bdi>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
