import { ActionIcon, Button } from "@mantine/core";
import { IconMessagePlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RowSkeletons } from "@/ui/Skeletons";
import { TopBar } from "@/ui/TopBar";
import { useChats } from "../streams";
import classes from "./ChatList.module.css";
import { ChatRow } from "./ChatRow";
import { useMotion } from "./motion";
import { NewChat } from "./NewChat";
import { useOlderChats } from "./older";

export function ChatList({ open }: { open: number | undefined }) {
  const { t } = useTranslation("messages");
  const [writing, setWriting] = useState(false);
  const chats = useChats();
  const state = chats.state;
  const older = useOlderChats(chats);
  const rows = useRef<HTMLUListElement>(null);
  useMotion(rows, state?.chats.map(({ id }) => id).join() ?? "");

  const startNew = () => setWriting(true);
  return (
    <>
      <div className={classes.bar}>
        <TopBar
          title={t("title")}
          actions={
            <ActionIcon aria-label={t("new.action")} onClick={startNew}>
              <Icon of={IconMessagePlus} />
            </ActionIcon>
          }
        />
      </div>
      <div className={classes.scroller}>
        {!state && chats.status === "refused" && (
          <ErrorState title={t("list.failed")} text={chats.error?.message} onRetry={chats.retry} />
        )}
        {!state && chats.status !== "refused" && <RowSkeletons rows={8} />}
        {state?.chats.length === 0 && (
          <EmptyState
            title={t("list.empty")}
            text={t("list.emptyText")}
            action={
              <Button color="terracotta" onClick={startNew}>
                {t("new.action")}
              </Button>
            }
          />
        )}
        {state && state.chats.length > 0 && (
          <ul ref={rows} className={classes.rows}>
            {state.chats.map((chat) => (
              <li key={chat.id} data-chat={chat.id}>
                <ChatRow chat={chat} state={state} open={chat.id === open} />
              </li>
            ))}
          </ul>
        )}
        {older && (
          <Button variant="default" className={classes.older} loading={older.busy} onClick={older.read}>
            {t(older.failed ? "list.olderFailed" : "list.older")}
          </Button>
        )}
      </div>
      <NewChat opened={writing} onClose={() => setWriting(false)} />
    </>
  );
}
