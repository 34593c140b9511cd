import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ChatState } from "../model/chat";
import { readHistory } from "../requests";
import { Quoted } from "./Quote";
import classes from "./Quote.module.css";

/** A quoted message outside the window that is loaded. */
export function FarQuote({ chat, seq, state }: { chat: number; seq: number; state: ChatState }) {
  const { t } = useTranslation("messages");
  const { data, isPending } = useQuery({
    queryKey: ["messages", chat, "quoted", seq],
    queryFn: async () => {
      const { messages } = await readHistory(chat, { around: seq }, 3);
      return messages.find((message) => message.seq === seq) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Quoted message={data} state={state} />;
  return (
    <>
      <span className={classes.author}> </span>
      <span className={classes.text}>
        <em>{t(isPending ? "quote.coming" : "quote.gone")}</em>
      </span>
    </>
  );
}
