import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Price } from "@/shared/money/Price";
import { offeringPath } from "@/shared/offering/availability";
import type { Offering } from "@/shared/offering/types";
import { StockNote } from "@/shared/variants/StockNote";
import { VariantPicker } from "@/shared/variants/VariantPicker";
import { firstVariant } from "@/shared/variants/variants";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import { readVariants } from "../api";
import classes from "./QuickLook.module.css";

interface QuickLookProps {
  /** Product in the sheet; null closes it. */
  offering: Offering | null;
  onClose: () => void;
}

/** Colors, sizes and stock of a product, over the list. */
export function QuickLook({ offering, onClose }: QuickLookProps) {
  return (
    <Sheet opened={offering !== null} onClose={onClose} title={offering && <Bdi>{offering.name}</Bdi>}>
      {offering && <Choice key={offering.id} offering={offering} />}
    </Sheet>
  );
}

function Choice({ offering }: { offering: Offering }) {
  const { t } = useTranslation("discover");
  const { id, currency } = offering;
  const [picked, setPicked] = useState<number | null>(null);
  const variants = useQuery({ queryKey: ["variants", id], queryFn: () => readVariants(id) });
  if (variants.isError) {
    return <ErrorState title={t("failed")} onRetry={() => void variants.refetch()} />;
  }
  if (!variants.data) return <Skeleton height={180} radius="md" />;
  const chosen = variants.data.find((variant) => variant.id === picked) ?? firstVariant(variants.data);
  return (
    <div className={classes.look}>
      <Price amount={chosen?.price ?? offering.price} currency={currency} size="lg" />
      <VariantPicker
        variants={variants.data}
        currency={currency}
        chosen={chosen}
        onChoose={(variant) => setPicked(variant.id)}
      />
      {chosen && <StockNote variant={chosen} soldOut={offering.sold_out} />}
      <Button
        component={Link}
        to={`${offeringPath(offering)}${chosen ? `?variant=${chosen.id}` : ""}`}
        color="terracotta"
        fullWidth
      >
        {t("shop.details")}
      </Button>
    </div>
  );
}
