import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import type { Folder, OfferingKind } from "../api";
import { groupsOf } from "../model/arrange";
import { useAllOfferings, useOrderOfferings } from "../orderApi";
import { ArrangeForm } from "./ArrangeForm";

interface OfferingOrderSheetProps {
  kind: OfferingKind;
  folders: readonly Folder[];
  /** Folder to begin with. */
  folder: string;
  onClose: () => void;
}

/** Order of the offerings of a kind within each folder, as customers see it. */
export function OfferingOrderSheet({ kind, folders, folder, onClose }: OfferingOrderSheetProps) {
  const { t } = useTranslation("business-catalogue");
  const offerings = useAllOfferings(kind);
  const order = useOrderOfferings();
  const groups = groupsOf(offerings.data ?? [], folders, t("arrange.noFolder"));
  return (
    <Sheet opened onClose={onClose} title={t("arrange.open")}>
      {offerings.isLoadingError ? (
        <ErrorState title={t("loadFailed")} onRetry={() => offerings.refetch()} />
      ) : offerings.isPending ? (
        <Skeleton height={240} radius="lg" />
      ) : groups.length === 0 ? (
        <EmptyState title={t(`empty.${kind}`)} text={t("empty.text")} />
      ) : (
        <ArrangeForm
          text={t("arrange.text")}
          choice={t("field.folder")}
          groups={groups}
          start={folder}
          onSave={(ids) => order.mutateAsync(ids)}
          onClose={onClose}
        />
      )}
    </Sheet>
  );
}
