import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/IconButton";
import { useDeleteCard } from "../hooks/usePayment";
import { expiryOf } from "../model/expiry";
import type { SavedCard } from "../types";
import { CardOption } from "./CardOption";
import classes from "./Payment.module.css";

interface SavedCardsProps {
  name: string;
  cards: readonly SavedCard[];
  chosen: number | null;
  /** Null after the chosen card was deleted. */
  onChoose: (id: number | null) => void;
}

/** Saved cards to choose from, each with a button that deletes it. */
export function SavedCards({ name, cards, chosen, onChoose }: SavedCardsProps) {
  const { t } = useTranslation("payment");
  const remove = useDeleteCard();
  if (cards.length === 0) return null;
  return (
    <fieldset className={classes.cards}>
      <legend className={classes.title}>{t("cards.saved")}</legend>
      {cards.map((card) => {
        const { id, brand, last4 } = card;
        const expiry = expiryOf(card);
        return (
          <div key={id} className={classes.saved}>
            <CardOption
              name={name}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              brand={brand}
              last4={last4}
              text={expiry === null ? undefined : t("cards.expires", { expiry })}
            />
            <IconButton
              icon={IconTrash}
              label={t("cards.delete", { last4 })}
              onClick={() => {
                if (id === chosen) onChoose(null);
                remove.mutate(id);
              }}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
