import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { EmptyState } from "@/ui/EmptyState";
import { Screen } from "@/ui/Screen";
import { ConnectionBanner } from "./ConnectionBanner";
import { ChatPane } from "./chat/ChatPane";
import { ChatList } from "./list/ChatList";
import classes from "./MessagesScreen.module.css";
import { MessagesPlace } from "./place";

interface MessagesScreenProps {
  /** The address of the list; a chat is below it. */
  place?: string;
}

/** `/messages` and `/messages/:chatId`: one screen, so that the list stays as it is while chats are opened. */
export function MessagesScreen({ place = "/messages" }: MessagesScreenProps) {
  const { t } = useTranslation("messages");
  const { chatId } = useParams();
  const chat = chatId === undefined ? undefined : Number(chatId);
  return (
    <MessagesPlace value={place}>
      <Screen title={t("title")} header={<ConnectionBanner />} fill>
        <div className={classes.columns} data-chat={chat === undefined ? undefined : "open"}>
          <section className={classes.list} aria-label={t("list.label")}>
            <ChatList open={chat} />
          </section>
          {chat === undefined ? (
            <div className={classes.nothing}>
              <EmptyState title={t("pick.title")} text={t("pick.text")} />
            </div>
          ) : (
            // A new chat is a new pane: its place, its draft and its pictures are its own.
            <ChatPane key={chat} chat={chat} />
          )}
        </div>
      </Screen>
    </MessagesPlace>
  );
}
