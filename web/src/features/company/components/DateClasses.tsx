import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ClassSteppers } from "@/shared/booking/components/ClassSteppers";
import { DeckPlan } from "@/shared/booking/components/DeckPlan";
import { LoadState } from "@/shared/booking/components/LoadState";
import { useSlots } from "@/shared/booking/hooks/useAvailability";
import type { Quantities } from "@/shared/booking/model/units";
import { totalOf } from "@/shared/booking/model/vat";
import type { Slot } from "@/shared/booking/types";
import { useMoney } from "@/shared/money/formatMoney";
import { offeringKey, readOffering } from "@/shared/offering/api";
import type { Offering } from "@/shared/offering/types";
import { dateIn } from "@/shared/opening/zonedTime";
import { type DatedOffer, datePath } from "../model/occurrences";
import classes from "./Choosing.module.css";

/** Units left from which their number is shown. */
const FEW = 10;

interface DateClassesProps {
  offering: Offering;
  date: DatedOffer["dates"][number];
}

/** Classes of a date with their prices and what is left, and the way to the booking. */
export function DateClasses({ offering, date }: DateClassesProps) {
  const { company } = offering;
  const slots = useSlots(offering, dateIn(company.time_zone, Date.parse(date.starts_at)), 1);
  const slot = slots.data?.slots.find(({ occurrence_id }) => occurrence_id === date.id);
  return (
    <LoadState
      loading={slots.isPending}
      error={slots.data ? null : slots.error}
      onRetry={() => void slots.refetch()}
      size={180}
    >
      {slot && <Classes offering={offering} slot={slot} occurrence={date.id} />}
    </LoadState>
  );
}

interface ClassesProps {
  offering: Offering;
  slot: Slot;
  occurrence: number;
}

function Classes({ offering, slot: { variants, left }, occurrence }: ClassesProps) {
  const { t } = useTranslation("company");
  const money = useMoney();
  const [quantities, setQuantities] = useState<Quantities>({});
  // The page of the offering tells the VAT that its country adds.
  const { data: terms } = useQuery({
    queryKey: offeringKey(offering.id),
    queryFn: () => readOffering(offering.id),
  });
  const priceOf = (id: number) => variants.find(({ variant_id }) => variant_id === id)?.price ?? 0;
  const total = terms ? totalOf(quantities, priceOf, terms) : 0;
  const units = variants.map(({ variant_id, ...unit }) => ({ id: variant_id, ...unit }));
  return (
    <div className={classes.classes}>
      <DeckPlan decks={offering.details.decks} units={units} value={quantities} onChange={setQuantities} />
      <ClassSteppers
        units={units}
        currency={offering.currency}
        fewLeft={FEW}
        value={quantities}
        onChange={setQuantities}
      />
      {left > 0 ? (
        <Button
          component={Link}
          to={datePath(offering.id, occurrence, quantities)}
          color="terracotta"
          className={classes.book}
        >
          {total > 0
            ? t("dates.bookTotal", { total: money(total, offering.currency) })
            : t("catalogue:book.occurrence")}
        </Button>
      ) : (
        <p className={classes.state} data-kind="none" role="status">
          {t("catalogue:offering.soldOut")}
        </p>
      )}
    </div>
  );
}
