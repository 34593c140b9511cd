import { useTranslation } from "react-i18next";
import { ChatRow } from "@/features/messages/list/ChatRow";
import { useChats } from "@/features/messages/useChatStreams";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./RecentChats.module.css";

const SHOWN = 5;

/** The newest conversations, live, for the home screen. */
export function RecentChats() {
  const { t } = useTranslation("messages");
  const { state, status, error, retry } = useChats();
  if (!state && status === "refused") {
    return <ErrorState title={t("list.failed")} text={error?.message} onRetry={retry} />;
  }
  if (!state) return <RowSkeletons rows={SHOWN} />;
  if (state.chats.length === 0) return <p className={classes.none}>{t("list.emptyText")}</p>;
  return (
    <ul className={classes.rows}>
      {state.chats.slice(0, SHOWN).map((chat) => (
        <li key={chat.id}>
          <ChatRow chat={chat} state={state} open={false} />
        </li>
      ))}
    </ul>
  );
}
