import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { Picture } from "@/shared/picture/Picture";
import { PictureSeries } from "@/shared/picture/PictureSeries";
import { useItemName } from "@/shared/picture/useItemName";
import { Video } from "@/shared/picture/Video";
import { Bdi } from "@/ui/Bdi";
import orders from "./Orders.module.css";
import classes from "./Returns.module.css";
import type { OrderReturn, ReturnState } from "./returns";
import type { Order } from "./types";
import { useOrderTimes } from "./useOrderTimes";

interface ReturnCardProps {
  order: Order;
  one: OrderReturn;
  side: "company" | "customer";
  /** Actions of this side. */
  children?: ReactNode;
}

const TONES: Record<ReturnState, string> = {
  requested: "waiting",
  approved: "good",
  rejected: "bad",
  in_transit: "good",
  received: "good",
  inspected: "good",
  refunded: "here",
  replaced: "here",
  closed: "none",
};

/** A return with its units, reason, pictures and timeline. */
export function ReturnCard({ order, one, side, children }: ReturnCardProps) {
  const { t } = useTranslation("returns");
  const money = useMoney();
  const times = useOrderTimes(order.company.time_zone);
  const format = useFormat();
  const { state, reason, description, lines, media, amount, refunded, restocked, changes } = one;
  const name = format.list(lines.flatMap(({ line }) => order.lines[line]?.name ?? []));
  return (
    <article className={classes.card} aria-label={t("card", { date: times.short(one.created_at) })}>
      <div className={classes.head}>
        <span className={orders.chip} data-tone={TONES[state]}>
          {t(`state.${side}.${state}`)}
        </span>
        <span className={classes.amount}>
          {refunded > 0
            ? t("refunded", { amount: money(refunded, order.currency) })
            : money(amount, order.currency)}
        </span>
      </div>
      <ul className={classes.lines}>
        {lines.map(({ line, quantity }) => (
          <li key={line}>
            <span className="tabular">{t("times", { count: quantity })}</span>{" "}
            <Bdi>{order.lines[line]?.name}</Bdi>
          </li>
        ))}
      </ul>
      <p className={classes.muted}>{t(`reason.${reason}`)}</p>
      {description && (
        <p className={classes.words}>
          <Bdi>{description}</Bdi>
        </p>
      )}
      {media.length > 0 && <ReturnPictures name={name} media={media} />}
      {side === "company" && restocked && <p className={classes.muted}>{t("restocked")}</p>}
      <ol className={classes.timeline}>
        {changes.map(({ at, state: to, note }) => (
          <li key={`${at} ${to}`}>
            <span>{t(`state.${side}.${to}`)}</span>{" "}
            <time className={classes.muted} dateTime={at}>
              {times.short(at)}
            </time>
            {note && (
              <p className={classes.words}>
                <Bdi>{note}</Bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
      {children && <div className={classes.actions}>{children}</div>}
    </article>
  );
}

interface ReturnPicturesProps {
  /** The returned items. */
  name: string;
  media: OrderReturn["media"];
}

/** Pictures, which open in full, and videos of a return. */
function ReturnPictures({ name, media }: ReturnPicturesProps) {
  const itemName = useItemName(name);
  return (
    <PictureSeries name={name} pictures={media}>
      {(open) => (
        <ul className={classes.media}>
          {media.map((file, index) => (
            <li key={file.id}>
              {file.kind === "video" ? (
                <Video
                  src={file.url}
                  poster={file.poster}
                  posterWidth={160}
                  controls
                  preload="none"
                  aria-label={itemName(file, index)}
                />
              ) : (
                <UnstyledButton
                  className={classes.open}
                  aria-label={itemName(file, index)}
                  aria-haspopup="dialog"
                  onClick={() => open(index)}
                >
                  <Picture picture={file.url} alt="" sizes="160px" ratio="1" className={classes.picture} />
                </UnstyledButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </PictureSeries>
  );
}
