import { UnstyledButton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/names";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { type ChatState, messageAt, personOf } from "../model/chat";
import type { Message } from "../model/wire";
import { useMe } from "../streams";
import { inShort } from "../summary";
import { useActions } from "./actions";
import classes from "./Quote.module.css";

const FarQuote = lazy(() => import("./FarQuote").then((file) => ({ default: file.FarQuote })));

interface QuoteProps {
  chat: number;
  seq: number;
  state: ChatState;
}

/** What a message answers. It leads there, also when it is older than what is loaded. */
export function Quote({ chat, seq, state }: QuoteProps) {
  const { jump } = useActions();
  const message = messageAt(state, seq);
  return (
    <UnstyledButton className={classes.quote} onClick={() => jump(seq)}>
      {message ? (
        <Quoted message={message} state={state} />
      ) : (
        <Suspense>
          <FarQuote chat={chat} seq={seq} state={state} />
        </Suspense>
      )}
    </UnstyledButton>
  );
}

export function Quoted({ message, state }: { message: Message; state: ChatState }) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const author = personOf(state, message.sender);
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
