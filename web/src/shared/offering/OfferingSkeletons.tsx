import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { OfferingList } from "./OfferingList";

interface OfferingSkeletonsProps {
  layout?: "card" | "row";
  count?: number;
}

/** Offerings that are loading, in the layout of the list. */
export function OfferingSkeletons({ layout = "card", count = 6 }: OfferingSkeletonsProps) {
  const { t } = useTranslation();
  const card = layout === "card";
  return (
    <div role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <OfferingList layout={layout} label="">
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
          <div key={at}>
            <Skeleton height={card ? 180 : 112} radius="lg" />
            {card && <Skeleton height={16} width="70%" style={{ marginBlockStart: 12 }} />}
            {card && <Skeleton height={14} width="45%" style={{ marginBlockStart: 8 }} />}
          </div>
        ))}
      </OfferingList>
    </div>
  );
}
