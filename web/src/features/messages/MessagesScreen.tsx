import { Button } from "@mantine/core";
import { type ReactNode, Suspense, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useUser } from "@/api/auth";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Screen } from "@/ui/Screen";
import { BasePathContext } from "./BasePathContext";
import { ChatLoading } from "./conversation/ChatLoading";
import { startNewChat, useShortcuts } from "./help/useShortcuts";
import { ChatList } from "./list/ChatList";
import classes from "./MessagesScreen.module.css";
import { SeatContext } from "./SeatContext";
import { useChats, useInbox } from "./useChatStreams";

/** Separate chunk. It is preloaded when a chat is about to open. */
const loadPane = () => import("./conversation/ChatPane");
const ChatPane = lazyPart(() => loadPane().then((file) => file.ChatPane));
const Shortcuts = lazyPart(() => import("./help/Shortcuts").then((file) => file.Shortcuts));

interface MessagesScreenProps {
  /** The address of the list; a chat is below it. */
  basePath?: string;
  /** Controls of other areas, in the top bar of the list. */
  actions?: ReactNode;
}

/**
 * `/messages` and `/messages/:chatId`: one screen, so that the list stays as it is while chats are opened. A business sees the
 * inbox of its company, and with `?inbox=personal` the viewer's own chats.
 */
export function MessagesScreen(props: MessagesScreenProps) {
  const user = useUser();
  const [params] = useSearchParams();
  const personal = params.get("inbox") === "personal" ? user?.id : undefined;
  return (
    <SeatContext value={personal}>
      <Messages {...props} />
    </SeatContext>
  );
}

function Messages({ basePath = "/messages", actions }: MessagesScreenProps) {
  const { t } = useTranslation("messages");
  const { chatId } = useParams();
  const chat = chatId === undefined ? undefined : Number(chatId);
  const { help, closeHelp } = useShortcuts(basePath);
  // Without any chat, the empty state fills the whole width.
  const { state } = useChats();
  const isEmpty =
    state !== undefined && state.chats.length + state.requests.length + state.unlistedArchived === 0;
  const none = isEmpty && chat === undefined;
  const mayBegin = useInbox() === "personal";
  const preloadPane = ({ target }: SyntheticEvent) => {
    // The focus of a page that opens is no chat.
    if ((target as Element).closest("a")) void loadPane().catch(() => {});
  };
  return (
    <BasePathContext value={basePath}>
      <Screen title={t("title")} header={null} fill>
        <div
          className={classes.columns}
          data-chat={chat === undefined ? undefined : "open"}
          data-none={none ? "" : undefined}
        >
          <section
            className={classes.list}
            aria-label={t("list.label")}
            onPointerOver={preloadPane}
            onFocus={preloadPane}
          >
            <ChatList open={chat} actions={actions} />
          </section>
          {chat === undefined ? (
            !none && (
              <div className={classes.nothing}>
                <EmptyState
                  title={t("pick.title")}
                  text={mayBegin ? t("pick.text") : undefined}
                  action={
                    mayBegin && (
                      <Button color="terracotta" onClick={startNewChat}>
                        {t("new.action")}
                      </Button>
                    )
                  }
                />
              </div>
            )
          ) : (
            // A new chat is a new pane: its place, its draft and its pictures are its own.
            <Suspense fallback={<ChatLoading />}>
              <ChatPane key={chat} chat={chat} />
            </Suspense>
          )}
        </div>
        {help && (
          <Suspense>
            <Shortcuts onClose={closeHelp} />
          </Suspense>
        )}
      </Screen>
    </BasePathContext>
  );
}
