import { Button, Skeleton } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import type { Resource, Schedule } from "../api";
import { useFieldErrors } from "../hooks/useFieldErrors";
import { scheduleErrors } from "../model/schedule";
import { useResourceSchedule, useSaveResourceSchedule } from "../scheduleApi";
import classes from "./Catalogue.module.css";
import { ScheduleEditor } from "./ScheduleEditor";

interface WorkingTimeSheetProps {
  resource: Resource;
  onClose: () => void;
}

/** Working time and days off of a member of staff or of equipment. */
export function WorkingTimeSheet({ resource, onClose }: WorkingTimeSheetProps) {
  const { t } = useTranslation("business-catalogue");
  const stored = useResourceSchedule(resource.id);
  return (
    <Sheet opened onClose={onClose} title={t("workingTime.title", { name: resource.name })}>
      {stored.data ? (
        <WorkingTimeForm id={resource.id} stored={stored.data} onClose={onClose} />
      ) : stored.isError ? (
        <ErrorState title={t("loadFailed")} onRetry={() => stored.refetch()} />
      ) : (
        <Skeleton height={200} radius="lg" />
      )}
    </Sheet>
  );
}

function WorkingTimeForm({ id, stored, onClose }: { id: number; stored: Schedule; onClose: () => void }) {
  const { t } = useTranslation("business-catalogue");
  const save = useSaveResourceSchedule(id);
  const [schedule, setSchedule] = useState(stored);
  const { form, errors, problem, check, refuse } = useFieldErrors();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check(scheduleErrors(schedule))) return;
    save.mutate(schedule, {
      onSuccess() {
        toast.success(t("saved"));
        onClose();
      },
      onError: refuse,
    });
  };
  return (
    <form ref={form} className={classes.stack} noValidate onSubmit={submit}>
      <p className={classes.muted}>{t("workingTime.text")}</p>
      <ScheduleEditor schedule={schedule} errors={errors} onChange={setSchedule} />
      {problem && <ActionError {...problem} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
        <Button type="submit" color="terracotta" loading={save.isPending}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
