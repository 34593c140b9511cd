import { Button, Skeleton } from "@mantine/core";
import { IconArrowsSort, IconClock, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Avatar } from "@/ui/Avatar";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Sheet } from "@/ui/Sheet";
import { type Resource, useResourceChanges, useResources } from "../api";
import { useOrderResources } from "../orderApi";
import { ArrangeForm } from "./ArrangeForm";
import classes from "./Catalogue.module.css";
import { ConfirmSheet } from "./ConfirmSheet";
import { FloorPlan } from "./FloorPlan";
import { ResourceSheet } from "./ResourceSheet";
import { WorkingTimeSheet } from "./WorkingTimeSheet";

const KINDS = ["staff", "table", "equipment"] as const;

/** Staff, tables with their floor plan, and equipment. */
export function ResourcesPanel() {
  const { t } = useTranslation("business-catalogue");
  const resources = useResources();
  const { remove } = useResourceChanges();
  const [open, setOpen] = useState<{ resource?: Resource }>();
  const [timed, setTimed] = useState<Resource>();
  const [dropped, setDropped] = useState<Resource>();
  const [isArranging, setArranging] = useState(false);
  const order = useOrderResources();
  const drop = (id: number) => remove.mutate(id, { onSuccess: () => setDropped(undefined) });
  const { error } = remove;
  const hasBookings = error instanceof ApiError && error.code === "catalogue.has_bookings";
  const add = (
    <Button color="terracotta" leftSection={<Icon of={IconPlus} />} onClick={() => setOpen({})}>
      {t("staff.add")}
    </Button>
  );
  const list = resources.data;
  const tables = (list ?? []).filter(({ kind }) => kind === "table");
  return (
    <div className={classes.panel}>
      {list ? (
        list.length === 0 ? (
          <EmptyState title={t("staff.empty")} text={t("staff.emptyText")} action={add} />
        ) : (
          <>
            <div className={classes.line}>
              {add}
              {list.length > 1 && (
                <Button
                  variant="default"
                  leftSection={<Icon of={IconArrowsSort} />}
                  onClick={() => setArranging(true)}
                >
                  {t("arrange.open")}
                </Button>
              )}
            </div>
            {tables.length > 0 && <FloorPlan tables={tables} />}
            <ul className={classes.list}>
              {list.map((resource) => (
                <li key={resource.id} data-kind={resource.kind}>
                  {resource.kind === "staff" && (
                    <Avatar name={resource.name} picture={resource.picture?.url ?? null} id={resource.id} />
                  )}
                  <span className={classes.grow}>
                    <bdi>{resource.name}</bdi>
                    <span className={classes.muted}>
                      {" "}
                      {resource.kind === "table"
                        ? t("staff.seats", { count: resource.seats_max })
                        : resource.title || t(`staff.kind.${resource.kind}`)}
                    </span>
                  </span>
                  {resource.kind !== "table" && (
                    <Button
                      variant="subtle"
                      leftSection={<Icon of={IconClock} />}
                      aria-label={t("workingTime.title", { name: resource.name })}
                      onClick={() => setTimed(resource)}
                    >
                      {t("workingTime.open")}
                    </Button>
                  )}
                  <IconButton
                    icon={IconPencil}
                    label={t("edit", { name: resource.name })}
                    onClick={() => setOpen({ resource })}
                  />
                  <IconButton
                    icon={IconTrash}
                    label={t("delete", { name: resource.name })}
                    onClick={() => setDropped(resource)}
                  />
                </li>
              ))}
            </ul>
          </>
        )
      ) : resources.isError ? (
        <ErrorState title={t("loadFailed")} onRetry={() => resources.refetch()} />
      ) : (
        <Skeleton height={200} radius="lg" />
      )}
      {open && <ResourceSheet resource={open.resource} onClose={() => setOpen(undefined)} />}
      {dropped && (
        <ConfirmSheet
          title={t("deleteOne.title", { name: dropped.name })}
          text={t("deleteOne.resource")}
          action={t("deleteOne.submit")}
          loading={remove.isPending}
          error={error}
          failed={t(hasBookings ? "hasBookings" : "failed")}
          onConfirm={() => drop(dropped.id)}
          onClose={() => {
            remove.reset();
            setDropped(undefined);
          }}
        />
      )}
      {isArranging && list && (
        <Sheet opened onClose={() => setArranging(false)} title={t("arrange.open")}>
          <ArrangeForm
            text={t("arrange.staffText")}
            choice={t("staff.type")}
            groups={KINDS.map((kind) => ({
              key: kind,
              label: t(`staff.kind.${kind}`),
              items: list.filter((resource) => resource.kind === kind),
            })).filter(({ items }) => items.length > 0)}
            onSave={(ids) => order.mutateAsync(ids)}
            onClose={() => setArranging(false)}
          />
        </Sheet>
      )}
      {timed && <WorkingTimeSheet resource={timed} onClose={() => setTimed(undefined)} />}
    </div>
  );
}
