import { Suspense } from "react";
import { displayName } from "@/lib/displayName";
import { lazyPart } from "@/lib/lazyPart";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { messagePreview } from "../../messagePreview";
import { personOf } from "../../model/chat";
import type { Message } from "../../model/wire";
import { useMessageList } from "../list/MessageListContext";
import { useMessageActions } from "../MessageActionsContext";
import classes from "./Quote.module.css";

const UnloadedQuote = lazyPart(() => import("./UnloadedQuote").then((file) => file.UnloadedQuote));

interface QuoteProps {
  seq: number;
  /** The message itself, when it is in the window. */
  message: Message | undefined;
}

/** Quoted message. A click scrolls to it, even if it is older than the loaded window. */
export function Quote({ seq, message }: QuoteProps) {
  const { jump } = useMessageActions();
  return (
    <button type="button" className={`bare ${classes.quote}`} onClick={() => jump(seq)}>
      {message ? (
        <Quoted message={message} />
      ) : (
        <Suspense>
          <UnloadedQuote seq={seq} />
        </Suspense>
      )}
    </button>
  );
}

export function Quoted({ message }: { message: Message }) {
  const { t, me, circle } = useMessageList();
  const author = personOf(circle, message.sender);
  const { text, icon } = messagePreview(message, t);
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
