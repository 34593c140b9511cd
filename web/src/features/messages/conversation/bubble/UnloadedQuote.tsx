import { useQuery } from "@tanstack/react-query";
import { readHistory } from "../../api";
import { useMessageList } from "../list/MessageListContext";
import { Quoted } from "./Quote";
import classes from "./Quote.module.css";

/** A quoted message outside the window that is loaded. */
export function UnloadedQuote({ seq }: { seq: number }) {
  const { t, circle } = useMessageList();
  const chat = circle.chat.id;
  const { data, isPending } = useQuery({
    queryKey: ["messages", chat, "quoted", seq],
    queryFn: async () => {
      const { messages } = await readHistory(chat, { around: seq }, 3);
      return messages.find((message) => message.seq === seq) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Quoted message={data} />;
  return (
    <>
      <span className={classes.author}> </span>
      <span className={classes.text}>
        <em>{t(isPending ? "quote.coming" : "quote.gone")}</em>
      </span>
    </>
  );
}
