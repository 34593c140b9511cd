import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ActionError } from "@/shared/forms/ActionError";
import { useAddCard } from "../hooks/useCards";
import { TEST_CARDS } from "../model/testCards";
import { CardOption } from "./CardOption";
import classes from "./Payment.module.css";

/** Test cards of the sandbox to save. */
export function SandboxCards({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("payment");
  const add = useAddCard();
  const [chosen, setChosen] = useState<string>(TEST_CARDS[0].token);
  const name = useId();
  const isFull = add.error instanceof ApiError && add.error.code === "card.too_many";
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(chosen, { onSuccess: onClose });
      }}
    >
      <fieldset className={classes.cards}>
        <legend className={classes.title}>{t("test.title")}</legend>
        <p className={classes.test}>{t("test.note")}</p>
        {TEST_CARDS.map(({ token, brand, last4, outcome }) => (
          <CardOption
            key={token}
            name={name}
            checked={token === chosen}
            onChange={() => setChosen(token)}
            brand={brand}
            last4={last4}
            text={t(`test.${outcome}`)}
          />
        ))}
      </fieldset>
      <ActionError error={add.error} text={t(isFull ? "cards.tooMany" : "cards.failed")} />
      <div className={classes.actions}>
        <Button type="submit" color="terracotta" loading={add.isPending}>
          {t("cards.saveNew")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("cards.cancel")}
        </Button>
      </div>
    </form>
  );
}
