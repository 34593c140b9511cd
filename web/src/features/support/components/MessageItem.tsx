import { IconFileText } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { RelativeTime } from "@/ui/RelativeTime";
import type { Side, Ticket, TicketMessage } from "../types";
import classes from "./Support.module.css";

interface MessageItemProps {
  message: TicketMessage;
  ticket: Ticket;
  side: Side;
}

/** One message with its files, or a line about a new state. */
export function MessageItem({ message, ticket, side }: MessageItemProps) {
  const { t } = useTranslation("support");
  const { kind, text, files, state, at } = message;
  const author = useAuthor(message, ticket, side);
  if (kind === "state") {
    return (
      <li className={classes.event}>
        {state && t(`thread.state.${state}`, { name: author })} · <RelativeTime at={at} />
      </li>
    );
  }
  return (
    <li className={classes.message} data-own={message.side === side || undefined}>
      <span className={classes.row}>
        <strong>
          <Bdi>{author}</Bdi>
        </strong>
        <span className={classes.muted}>
          <RelativeTime at={at} />
        </span>
      </span>
      {text && (
        <p className={classes.text}>
          <Bdi>{text}</Bdi>
        </p>
      )}
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t("thread.files")}>
          {files.map(({ id, kind: of, url, name }) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noreferrer" className={classes.file}>
                {of === "image" ? (
                  <span className={classes.picture}>
                    <Picture picture={url} alt={t("thread.picture")} sizes="160px" />
                  </span>
                ) : (
                  <>
                    <Icon of={IconFileText} />
                    <Bdi>{name ?? t("thread.file")}</Bdi>
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Name of an author as the reader knows it: "You", a person of the company, or Plaza. */
function useAuthor({ side: of, author }: TicketMessage, ticket: Ticket, side: Side): string {
  const { t } = useTranslation("support");
  if (of === "operator") return t("operator");
  if (of === "system") return "Plaza";
  if (of === "customer") return side === "customer" ? t("thread.you") : (author ?? t("thread.customer"));
  const company = ticket.company?.name ?? "";
  return author ? t("thread.member", { name: author, company }) : company;
}
