import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ActionError } from "@/shared/forms/ActionError";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Screen } from "@/ui/Screen";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./components/Payment.module.css";
import { SandboxCards } from "./components/SandboxCards";
import { useRemoveCard, useSetDefaultCard } from "./hooks/useCards";
import { useProvider } from "./hooks/usePayment";
import { expiryOf } from "./model/expiry";
import type { ProviderInfo, SavedCard } from "./types";

const StripeCardForm = lazyPart(() => import("./stripe/StripeCardForm").then((file) => file.StripeCardForm));

/** `/settings/cards`: saved cards. */
export function CardsScreen() {
  const { t } = useTranslation("payment");
  const provider = useProvider();
  return (
    <Screen title={t("cards.title")} back="/UserProfile/User">
      <div className={classes.page}>
        {provider.data ? (
          <Cards info={provider.data} />
        ) : provider.isError ? (
          <ErrorState title={t("cards.loadFailed")} onRetry={() => void provider.refetch()} />
        ) : (
          <RowSkeletons rows={3} />
        )}
      </div>
    </Screen>
  );
}

function Cards({ info: { publishable_key, cards } }: { info: ProviderInfo }) {
  const { t } = useTranslation("payment");
  const [isAdding, setIsAdding] = useState(false);
  const close = () => setIsAdding(false);
  return (
    <>
      {cards.length > 0 && (
        <ul className={classes.list}>
          {cards.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
      {isAdding ? (
        publishable_key === null ? (
          <SandboxCards onClose={close} />
        ) : (
          <Suspense fallback={<RowSkeletons rows={3} />}>
            <StripeCardForm publishableKey={publishable_key} onClose={close} />
          </Suspense>
        )
      ) : cards.length > 0 ? (
        <Button
          variant="default"
          className={classes.start}
          leftSection={<Icon of={IconPlus} />}
          onClick={() => setIsAdding(true)}
        >
          {t("cards.add")}
        </Button>
      ) : (
        <EmptyState
          title={t("cards.empty")}
          text={t("cards.emptyText")}
          action={
            <Button color="terracotta" onClick={() => setIsAdding(true)}>
              {t("cards.add")}
            </Button>
          }
        />
      )}
    </>
  );
}

function CardRow({ card }: { card: SavedCard }) {
  const { t } = useTranslation("payment");
  const remove = useRemoveCard();
  const setDefault = useSetDefaultCard();
  const [isAsking, setIsAsking] = useState(false);
  const { id, brand, last4, is_default } = card;
  const expiry = expiryOf(card);
  const close = () => {
    setIsAsking(false);
    remove.reset();
  };
  return (
    <li className={classes.cardRow}>
      <div className={classes.optionWords}>
        <span className={classes.cardName}>
          {t(`brand.${brand}`, { defaultValue: brand })} <bdi dir="ltr">•••• {last4}</bdi>
        </span>
        {expiry !== null && <span className={classes.muted}>{t("cards.expires", { expiry })}</span>}
        <ActionError error={setDefault.error} text={t("common:error.wrong")} />
      </div>
      {is_default ? (
        <span className={classes.badge}>{t("cards.default")}</span>
      ) : (
        <Button
          variant="subtle"
          loading={setDefault.isPending}
          aria-label={t("cards.makeDefaultOf", { last4 })}
          onClick={() => setDefault.mutate(id)}
        >
          {t("cards.makeDefault")}
        </Button>
      )}
      <IconButton icon={IconTrash} label={t("cards.delete", { last4 })} onClick={() => setIsAsking(true)} />
      <Sheet opened={isAsking} onClose={close} title={t("cards.deleteTitle", { last4 })}>
        <div className={classes.page}>
          <ActionError error={remove.error} text={t("common:error.wrong")} />
          <p>{t("cards.deleteText")}</p>
          <Button color="brick" loading={remove.isPending} onClick={() => remove.mutate(id)} data-autofocus>
            {t("cards.deleteSubmit")}
          </Button>
          <Button variant="subtle" onClick={close}>
            {t("common:action.cancel")}
          </Button>
        </div>
      </Sheet>
    </li>
  );
}
