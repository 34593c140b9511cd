import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { Picture } from "@/shared/picture/Picture";
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
  const { state, reason, description, lines, media, amount, refunded, restocked, changes } = one;
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
      {media.length > 0 && (
        <ul className={classes.media}>
          {media.map((file, index) => (
            <li key={file.id}>
              {file.kind === "video" ? (
                // biome-ignore lint/a11y/useMediaCaption: a customer's video has no captions
                <video
                  src={file.url}
                  poster={file.poster ?? undefined}
                  controls
                  preload="none"
                  aria-label={t("video", { number: index + 1 })}
                />
              ) : (
                <a href={file.url} target="_blank" rel="noreferrer">
                  <Picture
                    picture={file.url}
                    alt={t("picture", { number: index + 1 })}
                    sizes="160px"
                    ratio="1"
                    className={classes.picture}
                  />
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
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
