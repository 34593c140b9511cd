import { lazy, Suspense } from "react";
import { displayName } from "@/lib/displayName";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { inShort } from "../../messagePreview";
import { personOf } from "../../model/chat";
import type { Message } from "../../model/wire";
import { useLog } from "../list/MessageListContext";
import { useActions } from "../MessageActionsContext";
import classes from "./Quote.module.css";

const FarQuote = lazy(() => import("./UnloadedQuote").then((file) => ({ default: file.FarQuote })));

interface QuoteProps {
  seq: number;
  /** The message itself, when it is in the window. */
  message: Message | undefined;
}

/** What a message answers. It leads there, also when it is older than what is loaded. */
export function Quote({ seq, message }: QuoteProps) {
  const { jump } = useActions();
  return (
    <button type="button" className={`bare ${classes.quote}`} onClick={() => jump(seq)}>
      {message ? (
        <Quoted message={message} />
      ) : (
        <Suspense>
          <FarQuote seq={seq} />
        </Suspense>
      )}
    </button>
  );
}

export function Quoted({ message }: { message: Message }) {
  const { t, me, circle } = useLog();
  const author = personOf(circle, message.sender);
  const { text, icon } = inShort(message, t);
  return (
    <>
      <span className={classes.author}>
        {message.sender === me ? (
          t("people.you")
        ) : (
          <Bdi line>{author ? displayName(author) : t("people.somebody")}</Bdi>
        )}
      </span>
      <span className={classes.text}>
        {message.deleted ? (
          <em>{t("message.deleted")}</em>
        ) : (
          <>
            {icon && <Icon of={icon} size={16} />}
            <Bdi line>{text}</Bdi>
          </>
        )}
      </span>
    </>
  );
}
