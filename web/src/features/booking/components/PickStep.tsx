import { Button, Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { specOf } from "@/shared/booking/model/bookable";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import type { Problem } from "../model/problem";
import { quantityOf } from "../model/selection";
import classes from "./Booking.module.css";
import { Notice } from "./Notice";
import { OfferingHeader } from "./OfferingHeader";
import { PickerSection } from "./PickerSection";
import type { PickerProps } from "./picker";
import { TimePicker } from "./TimePicker";
import { VariantChoice } from "./VariantChoice";

const PartyFields = lazyPart(() => import("./PartyFields").then((file) => file.PartyFields));

const ChildrenStepper = lazyPart(() =>
  import("@/shared/booking/components/ChildrenStepper").then((file) => file.ChildrenStepper),
);

interface PickStepProps extends PickerProps {
  /** The summary beside the step does not show the offering. */
  withHeader: boolean;
  expired: boolean;
  problem: Problem | null;
  onHoldAgain: () => void;
}

/** First step: party, variant and time. */
export function PickStep({ withHeader, expired, problem, onHoldAgain, ...picker }: PickStepProps) {
  const { t } = useTranslation("booking");
  const { offering, selection, onChange } = picker;
  const spec = specOf(offering.availability);
  const countsChildren = useCategorySpec(offering.category)?.party === "adults_and_children";
  return (
    <div className={classes.page}>
      {withHeader && <OfferingHeader offering={offering} />}
      {expired && <ExpiredNotice onHoldAgain={onHoldAgain} />}
      {problem && <Notice title={problem.title} text={problem.text} />}
      {offering.sold_out && <Notice title={t(`none.${spec.picker}`)} text={t("refusal.soldOut")} />}
      {spec.party === "members" && (
        <Suspense fallback={<Skeleton height={96} radius="lg" />}>
          <PartyFields
            offering={offering}
            selection={selection}
            countsChildren={countsChildren}
            onChange={onChange}
          />
        </Suspense>
      )}
      {spec.variants === "one" && offering.variants.length > 1 && (
        <PickerSection title={t("variant.title")} field="variant">
          <VariantChoice
            offering={offering}
            value={selection.variant}
            onChange={(variant) => onChange({ variant })}
          />
        </PickerSection>
      )}
      <TimePicker {...picker} />
      {spec.party === "quantities" && countsChildren && (
        <Suspense>
          <ChildrenStepper
            persons={quantityOf(selection)}
            value={selection.children}
            onChange={(children) => onChange({ children })}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The hold has ended: the same time may still be free. */
export function ExpiredNotice({
  onHoldAgain,
  onPickAgain,
}: {
  onHoldAgain: () => void;
  onPickAgain?: () => void;
}) {
  const { t } = useTranslation("booking");
  return (
    <Notice
      title={t("hold.expired")}
      text={t("hold.expiredText")}
      action={
        <>
          <Button variant="default" data-hold-again onClick={onHoldAgain}>
            {t("hold.again")}
          </Button>{" "}
          {onPickAgain && (
            <Button variant="subtle" onClick={onPickAgain}>
              {t("hold.other")}
            </Button>
          )}
        </>
      }
    />
  );
}
