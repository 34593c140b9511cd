import { UnstyledButton } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { type Deck, decksOf } from "@/shared/offering/decks";
import type { DetailValue } from "@/shared/offering/types";
import { Bdi } from "@/ui/Bdi";
import { MAX_UNITS, type Quantities, unitsOf } from "../model/units";
import type { UnitClass } from "./ClassSteppers";
import classes from "./DeckPlan.module.css";

interface DeckPlanProps {
  /** Decks in the details of the offering. Without them there is no plan. */
  decks: DetailValue | undefined;
  units: readonly UnitClass[];
  value: Quantities;
  onChange: (quantities: Quantities) => void;
}

/** Decks of a ship from the top, with the cabin classes on each. Choosing a class takes one of its cabins. */
export function DeckPlan({ decks: given, units, value, onChange }: DeckPlanProps) {
  const { t } = useTranslation("booking");
  const title = useId();
  const decks = decksOf(given);
  if (decks.length === 0) return null;
  const toggle = (id: number) => onChange({ ...value, [id]: (value[id] ?? 0) > 0 ? 0 : 1 });
  return (
    <section className={classes.plan} aria-labelledby={title}>
      <h3 id={title} className={classes.title}>
        {t("decks.title")}
      </h3>
      <p className={classes.hint}>{t("decks.hint")}</p>
      <ol className={classes.ship}>
        {decks.map((deck) => (
          <DeckRow key={deck.name} deck={deck} units={units} value={value} onToggle={toggle} />
        ))}
      </ol>
    </section>
  );
}

interface DeckRowProps {
  deck: Deck;
  units: readonly UnitClass[];
  value: Quantities;
  onToggle: (id: number) => void;
}

function DeckRow({ deck, units, value, onToggle }: DeckRowProps) {
  const { t } = useTranslation("booking");
  return (
    <li className={classes.deck}>
      <span className={classes.name}>
        <Bdi>{deck.name}</Bdi>
      </span>
      <span className={classes.cabins}>
        {deck.classes.map((name) => {
          const at = units.findIndex((unit) => unit.name === name);
          const unit = units[at];
          // A class that is not sold any more stays on the plan, as the ship still has it.
          const full = !unit || (unit.left ?? MAX_UNITS) + (unit.own ?? 0) <= 0;
          return (
            <UnstyledButton
              key={name}
              className={classes.cabin}
              data-class={at < 0 ? undefined : at % 4}
              disabled={full || (unitsOf(value) >= MAX_UNITS && !value[unit.id])}
              aria-pressed={unit ? (value[unit.id] ?? 0) > 0 : undefined}
              aria-label={t(full ? "decks.full" : "decks.cabins", { name, deck: deck.name })}
              onClick={() => unit && onToggle(unit.id)}
            >
              <Bdi>{name}</Bdi>
            </UnstyledButton>
          );
        })}
      </span>
    </li>
  );
}
