import { Button } from "@mantine/core";
import { IconChecks, IconDotsVertical, IconSettings, IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MenuButton } from "@/ui/menu/MenuButton";
import { Screen } from "@/ui/Screen";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { notificationKeys, readNotifications } from "./api";
import { NotificationRow } from "./components/NotificationRow";
import rowClasses from "./components/NotificationRow.module.css";
import { useBase, useInbox } from "./hooks/useInbox";
import { useNotificationActions } from "./hooks/useNotificationActions";
import classes from "./NotificationsScreen.module.css";
import type { ReadState } from "./types";

/** New and earlier notifications, live. */
export function NotificationsScreen() {
  const { t } = useTranslation("notifications");
  const base = useBase();
  const navigate = useNavigate();
  const unread = useList("unread");
  const read = useList("read");
  const { removeAll, read: markRead } = useNotificationActions();
  useLiveLists(() => {
    void unread.refetch();
    void read.refetch();
  });
  const isPending = unread.isPending || read.isPending;
  const hasFailed = (unread.isError && !unread.data) || (read.isError && !read.data);
  const isEmpty = !isPending && unread.items.length + read.items.length === 0;
  const settings = base === "/pro" ? "/pro/settings/notifications" : "/settings/notifications";
  const [isAsking, setAsking] = useState(false);
  return (
    <Screen
      title={t("title")}
      actions={
        <MenuButton label={t("more")} icon={IconDotsVertical}>
          {(close) => (
            <>
              <MenuItem
                icon={IconSettings}
                onClick={() => {
                  close();
                  void navigate(settings);
                }}
              >
                {t("settings")}
              </MenuItem>
              {!isPending && !isEmpty && (
                <MenuItem
                  icon={IconTrash}
                  danger
                  onClick={() => {
                    close();
                    setAsking(true);
                  }}
                >
                  {t("deleteAll")}
                </MenuItem>
              )}
            </>
          )}
        </MenuButton>
      }
    >
      {hasFailed ? (
        <ErrorState
          title={t("loadFailed")}
          onRetry={() => {
            void unread.refetch();
            void read.refetch();
          }}
        />
      ) : isPending ? (
        <RowSkeletons rows={6} />
      ) : isEmpty ? (
        <EmptyState title={t("empty")} text={t("emptyText")} />
      ) : (
        <div className={classes.sections}>
          {unread.items.length > 0 && (
            <Section
              list={unread}
              title={t("new")}
              action={
                <Button
                  variant="subtle"
                  leftSection={<Icon of={IconChecks} />}
                  onClick={() => markRead(null)}
                >
                  {t("markAllRead")}
                </Button>
              }
            />
          )}
          {read.items.length > 0 && <Section list={read} title={t("earlier")} />}
        </div>
      )}
      <Sheet opened={isAsking} onClose={() => setAsking(false)} title={t("deleteAllTitle")}>
        <div className={classes.question}>
          <p>{t("deleteAllText")}</p>
          <Button
            color="brick"
            onClick={() => {
              setAsking(false);
              removeAll();
            }}
          >
            {t("deleteAll")}
          </Button>
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t("common:action.cancel")}
          </Button>
        </div>
      </Sheet>
    </Screen>
  );
}

function useList(state: ReadState) {
  const query = useInfiniteQuery({
    queryKey: notificationKeys.list(state),
    queryFn: ({ pageParam }) => readNotifications(state, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}

/** Reads the lists again after each change on any device. */
function useLiveLists(reread: () => void) {
  const changes = useInbox().state?.changes;
  const last = useRef(changes);
  const latest = useRef(reread);
  latest.current = reread;
  useEffect(() => {
    if (changes === undefined || changes === last.current) return;
    const isFirst = last.current === undefined;
    last.current = changes;
    if (!isFirst) latest.current();
  }, [changes]);
}

interface SectionProps {
  list: ReturnType<typeof useList>;
  title: string;
  action?: ReactNode;
}

function Section({ list, title, action }: SectionProps) {
  const { read, remove } = useNotificationActions();
  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {action}
      </div>
      <ul className={rowClasses.list}>
        {list.items.map((notification) => {
          const { id } = notification;
          const onRead = () => read([id]);
          return (
            <NotificationRow
              key={id}
              notification={notification}
              onOpen={() => !notification.read && onRead()}
              actions={{ onRead, onDelete: () => remove(id) }}
            />
          );
        })}
      </ul>
      {list.hasNextPage && (
        <InfiniteScroll
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}
