import { Trans, useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useLanguage } from "@/lib/i18n";
import { Bdi } from "@/ui/Bdi";
import type { Notification } from "../types";
import classes from "./NotificationRow.module.css";

/** Kinds with a sentence for several actors. */
const BY_SEVERAL = [
  "friend_request",
  "friend_accepted",
  "mention",
  "reel_like",
  "reel_comment",
  "reel_reply",
  "reel_mention",
] as const;
type BySeveral = (typeof BY_SEVERAL)[number];
const isBySeveral = (kind: Notification["kind"]): kind is BySeveral => BY_SEVERAL.includes(kind as BySeveral);

/** Sentence of a notification, with its names set apart. */
export function NotificationText({ notification }: { notification: Notification }) {
  const { t } = useTranslation("notifications");
  const { tag } = useLanguage();
  const { kind, actor, others, count, subject } = notification;
  const values = {
    name: actor ? displayName(actor) : "",
    company: subject?.name ?? "",
    chat: subject?.name ?? "",
    offering: subject?.offering ?? "",
    code: subject?.order_code ?? "",
    ticket: subject?.ticket ?? "",
    reel: subject?.caption ?? t("reel.untitled"),
    reason: t(`reason.${subject?.reason ?? "other"}`),
    when: subject?.starts_at ? startOf(subject.starts_at, subject.time_zone, tag) : "",
  };
  const name = <Bdi className={classes.name}>{null}</Bdi>;
  const shared = { t, components: { b: name, i: <Bdi>{null}</Bdi> }, values };
  if (isBySeveral(kind)) {
    const place = kind === "mention" && values.chat ? "mention_in" : kind;
    return others > 0 ? (
      <Trans {...shared} i18nKey={`text.${place}.several`} count={others} />
    ) : (
      <Trans {...shared} i18nKey={`text.${place}.one`} />
    );
  }
  if (kind === "company_news" || kind === "reel_new") {
    return <Trans {...shared} i18nKey={`text.${kind}`} count={count} />;
  }
  if (kind === "ticket_reply" && !values.company)
    return <Trans {...shared} i18nKey="text.ticket_reply_plaza" />;
  if (kind === "order_accepted" && values.when) return <Trans {...shared} i18nKey="text.order_accepted_at" />;
  return <Trans {...shared} i18nKey={`text.${kind}`} />;
}

/** "Fri, Nov 27, 7:30 PM", in the zone of the company. */
function startOf(at: string, timeZone: string | null, tag: string): string {
  return new Intl.DateTimeFormat(tag, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    numberingSystem: "latn",
    timeZone: timeZone ?? undefined,
  }).format(new Date(at));
}
