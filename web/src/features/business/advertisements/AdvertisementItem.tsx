import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { Sheet } from "@/ui/Sheet";
import screen from "../components/BusinessScreen.module.css";
import { lastInstant } from "../model/days";
import classes from "./Advertisements.module.css";
import { type OwnAdvertisement, useAdvertisementChanges } from "./api";
import { isBeyondPlan } from "./model";

const TONES: Record<OwnAdvertisement["state"], string> = {
  running: "good",
  scheduled: "new",
  paused: "none",
  ended: "none",
};

interface AdvertisementItemProps {
  advertisement: OwnAdvertisement;
  /** Time zone of the company. */
  zone: string;
  onEdit: () => void;
}

/** One advertisement with its time, views and clicks. */
export function AdvertisementItem({ advertisement, zone, onEdit }: AdvertisementItemProps) {
  const { t } = useTranslation("business-advertisements");
  const { number } = useFormat();
  const { yearDate } = useZonedFormat(zone);
  const { save, remove } = useAdvertisementChanges();
  const { id, title, text, picture, offering, state, paused, starts_at, ends_at, views, clicks } =
    advertisement;
  const [deleting, setDeleting] = useState(false);
  const destroy = () =>
    remove.mutate(id, {
      onSuccess: () => toast.success(t("deleted")),
      onError: (error) => toast.error(t("notSaved"), error),
    });
  const pause = () =>
    save.mutate(
      { id, body: { paused: !paused } },
      { onError: (error) => toast.error(t(isBeyondPlan(error) ? "notPaused" : "notSaved"), error, pause) },
    );
  return (
    <li className={screen.item}>
      <div className={classes.row}>
        <Picture picture={picture} alt="" sizes="160px" ratio="4 / 3" className={classes.picture ?? ""} />
        <div className={classes.words}>
          <div className={screen.row}>
            <h2 className={classes.title}>
              <Bdi>{title}</Bdi>
            </h2>
            <span className={screen.chip} data-tone={TONES[state]}>
              {t(`state.${state}`)}
            </span>
          </div>
          <p className={classes.text} dir="auto">
            {text}
          </p>
          <p className={screen.muted}>
            {t("dates", { from: yearDate(starts_at), until: yearDate(lastInstant(ends_at)) })}
            {offering && (
              <>
                {" · "}
                <Bdi>{offering.name}</Bdi>
              </>
            )}
          </p>
          <p className={screen.muted}>
            {t("views", { count: views, number: number(views) })} ·{" "}
            {t("clicks", { count: clicks, number: number(clicks) })}
          </p>
        </div>
      </div>
      <div className={screen.actions}>
        <Button variant="default" onClick={onEdit}>
          {t("edit")}
        </Button>
        {state !== "ended" && (
          <Button variant="default" loading={save.isPending} onClick={pause}>
            {t(paused ? "resume" : "pause")}
          </Button>
        )}
        <Button variant="default" className={screen.danger} onClick={() => setDeleting(true)}>
          {t("delete")}
        </Button>
      </div>
      {deleting && (
        <Sheet opened onClose={() => setDeleting(false)} title={t("deleteTitle")}>
          <div className={screen.panel}>
            <p>{t("deleteText", { title })}</p>
            <Button color="brick" loading={remove.isPending} onClick={destroy} data-autofocus>
              {t("deleteSubmit")}
            </Button>
            <Button variant="subtle" onClick={() => setDeleting(false)}>
              {t("common:action.cancel")}
            </Button>
          </div>
        </Sheet>
      )}
    </li>
  );
}
