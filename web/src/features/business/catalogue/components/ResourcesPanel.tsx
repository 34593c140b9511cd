import { Button, Skeleton } from "@mantine/core";
import { IconClock, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { type Resource, useResourceChanges, useResources } from "../api";
import classes from "./Catalogue.module.css";
import { FloorPlan } from "./FloorPlan";
import { ResourceSheet } from "./ResourceSheet";
import { WorkingTimeSheet } from "./WorkingTimeSheet";

/** Staff, tables with their floor plan, and equipment. */
export function ResourcesPanel() {
  const { t } = useTranslation("business-catalogue");
  const resources = useResources();
  const { remove } = useResourceChanges();
  const [open, setOpen] = useState<{ resource?: Resource }>();
  const [timed, setTimed] = useState<Resource>();
  const drop = (id: number) =>
    remove.mutate(id, {
      onError: (error) =>
        toast.error(
          t(error instanceof ApiError && error.code === "catalogue.has_bookings" ? "hasBookings" : "failed"),
        ),
    });
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
            <div>{add}</div>
            {tables.length > 0 && <FloorPlan tables={tables} />}
            <ul className={classes.list}>
              {list.map((resource) => (
                <li key={resource.id} data-kind={resource.kind}>
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
                    onClick={() => drop(resource.id)}
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
      {timed && <WorkingTimeSheet resource={timed} onClose={() => setTimed(undefined)} />}
    </div>
  );
}
