import { Button, Checkbox } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Deck, decksOf, deckText } from "@/shared/offering/decks";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import classes from "./Catalogue.module.css";

/** Greatest number of decks and of characters in a name. */
const DECKS_MAX = 20;
const NAME_MAX = 40;

interface DecksFieldProps {
  label: string;
  error: string | undefined;
  /** Cabin classes to choose from. */
  classNames: readonly string[];
  value: string[];
  onChange: (value: string[]) => void;
}

interface Row extends Deck {
  key: number;
}

/** Decks of a ship from the top, each with the cabin classes on it. */
export function DecksField({ label, error, classNames, value, onChange }: DecksFieldProps) {
  const { t } = useTranslation("business-catalogue");
  const [rows, setRows] = useState<Row[]>(() => decksOf(value).map((deck, key) => ({ ...deck, key })));
  // The stored text separates classes by commas.
  const known = classNames.filter((name) => name && !name.includes(","));
  const change = (next: Row[]) => {
    setRows(next);
    // An empty row is not a deck yet. A colon ends the name in the stored text.
    const filled = next.filter(({ name, classes: chosen }) => name.trim() || chosen.length > 0);
    onChange(filled.map((row) => deckText({ ...row, name: row.name.replaceAll(":", " ").trim() })));
  };
  const add = () =>
    change([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: "", classes: [] }]);
  return (
    <fieldset className={classes.decks}>
      <legend>{label}</legend>
      <p className={classes.muted}>{t(known.length > 0 ? "deck.text" : "deck.none")}</p>
      {rows.map((row, at) => (
        <div key={row.key} className={classes.deck}>
          <TextField
            label={t("deck.name", { number: at + 1 })}
            value={row.name}
            maxLength={NAME_MAX}
            onChange={(event) => change(rows.with(at, { ...row, name: event.currentTarget.value }))}
          />
          <Checkbox.Group
            aria-label={row.name || t("deck.name", { number: at + 1 })}
            value={row.classes}
            onChange={(chosen) =>
              change(rows.with(at, { ...row, classes: known.filter((name) => chosen.includes(name)) }))
            }
          >
            <div className={classes.deckClasses}>
              {known.map((name) => (
                <Checkbox key={name} value={name} label={name} />
              ))}
            </div>
          </Checkbox.Group>
          <IconButton
            icon={IconTrash}
            label={t("deck.delete", { name: row.name || t("deck.name", { number: at + 1 }) })}
            onClick={() => change(rows.toSpliced(at, 1))}
          />
        </div>
      ))}
      {error && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          disabled={known.length === 0 || rows.length >= DECKS_MAX}
          onClick={add}
        >
          {t("deck.add")}
        </Button>
      </div>
    </fieldset>
  );
}
