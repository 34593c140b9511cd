import { Button, UnstyledButton } from "@mantine/core";
import {
  IconArchive,
  IconArrowLeft,
  IconDotsVertical,
  IconMailQuestion,
  IconMessagePlus,
} from "@tabler/icons-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { useFirstAsTransition } from "@/lib/useFirstAsTransition";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { CountBadge } from "@/ui/CountBadge";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SearchField } from "@/ui/SearchField";
import { RowSkeletons } from "@/ui/Skeletons";
import { TopBar } from "@/ui/TopBar";
import { archivedOf, archivedTotal, openRequests } from "../model/chats";
import type { ChatSummary } from "../model/wire";
import { useChats, useInbox } from "../useChatStreams";
import classes from "./ChatList.module.css";
import { ChatListItem } from "./ChatListItem";
import { ChatRow } from "./ChatRow";
import type { ListSheet } from "./ListMenu";
import { useArchivedChats } from "./useArchivedChats";
import { useOlderChats } from "./useOlderChats";
import { useReorderAnimation } from "./useReorderAnimation";

const ListSheets = lazyPart(() => import("./ListSheets").then((file) => file.ListSheets));
const SearchResults = lazyPart(() => import("../search/SearchResults").then((file) => file.SearchResults));
const ListMenu = lazyPart(() => import("./ListMenu").then((file) => file.ListMenu));

interface ChatListProps {
  open: number | undefined;
  /** Controls before those of the list. */
  actions?: ReactNode;
}

export function ChatList({ open, actions }: ChatListProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const [sheet, setSheet] = useState<ListSheet | "chat">();
  const [menu, setMenu] = useState<DOMRect>();
  const [shelf, setShelf] = useState<"archived" | "requests">();
  const [query, setQuery] = useState("");
  const chats = useChats();
  // A company does not begin chats: customers write to it first.
  const mayBegin = useInbox() === "personal";
  const employer = useUser()?.actsFor;
  const ownInbox = mayBegin && Boolean(employer);
  const state = useFirstAsTransition(chats.state);
  const older = useOlderChats(chats);
  const rows = useRef<HTMLUListElement>(null);
  const archive = useArchivedChats(chats, shelf === "archived");
  const requests = openRequests(state);
  const shelves = { archived: state ? archivedOf(state) : [], requests };
  const counts = { archived: state ? archivedTotal(state) : 0, requests: requests.length };
  // The last one that is taken out leaves nothing to look at.
  const away = shelf !== undefined && counts[shelf] > 0 ? shelf : undefined;
  const pages = away === "requests" ? undefined : away ? archive : older;
  const shown = away ? shelves[away] : (state?.chats.filter((chat) => !chat.archived) ?? []);
  useReorderAnimation(rows, shown.map(({ id }) => id).join());

  const startNew = () => setSheet("chat");
  return (
    <>
      <div className={classes.bar}>
        <TopBar
          title={t(ownInbox ? "inbox.personal" : "title")}
          actions={
            <>
              {actions}
              {mayBegin && (
                <IconButton
                  icon={IconMessagePlus}
                  label={t("new.action")}
                  data-shortcut="new"
                  onClick={startNew}
                />
              )}
              <IconButton
                icon={IconDotsVertical}
                label={t("list.menu")}
                aria-haspopup="menu"
                aria-expanded={menu !== undefined}
                onClick={(event) => setMenu(event.currentTarget.getBoundingClientRect())}
              />
            </>
          }
        />
        <SearchField
          className={classes.search}
          label={t("search.all")}
          value={query}
          onChange={setQuery}
          data-shortcut="search"
        />
      </div>
      <div className={classes.scroller}>
        {query.trim() ? (
          <Suspense fallback={<RowSkeletons rows={4} />}>
            <SearchResults query={query.trim()} state={state} open={open} />
          </Suspense>
        ) : (
          <>
            {!state && chats.status === "refused" && (
              <ErrorState title={t("list.failed")} text={chats.error?.message} onRetry={chats.retry} />
            )}
            {!state && chats.status !== "refused" && <RowSkeletons rows={8} />}
            {state && away && (
              <UnstyledButton className={classes.away} onClick={() => setShelf(undefined)}>
                <Icon of={IconArrowLeft} directed /> {t("archive.back")}
              </UnstyledButton>
            )}
            {state && !away && requests.length > 0 && (
              <UnstyledButton className={classes.away} onClick={() => setShelf("requests")}>
                <Icon of={IconMailQuestion} /> {t("requests.title")}
                <CountBadge value={requests.length} label={t("requests.count", { count: requests.length })} />
              </UnstyledButton>
            )}
            {state && !away && counts.archived > 0 && (
              <UnstyledButton className={classes.away} onClick={() => setShelf("archived")}>
                <Icon of={IconArchive} /> {t("archive.title")}
                <span className={classes.awayCount}>{format.number(counts.archived)}</span>
              </UnstyledButton>
            )}
            {state?.chats.length === 0 && counts.archived === 0 && requests.length === 0 && (
              <EmptyState
                title={t("list.empty")}
                text={t(mayBegin ? "list.emptyText" : "list.emptyInbox")}
                action={
                  mayBegin && (
                    <Button color="terracotta" onClick={startNew}>
                      {t("new.action")}
                    </Button>
                  )
                }
              />
            )}
            {state && shown.length > 0 && (
              <ul ref={rows} className={classes.rows}>
                {shown.map((chat: ChatSummary) => (
                  <li key={chat.id} data-chat={chat.id} className={classes.item}>
                    {away === "requests" ? (
                      <ChatRow chat={chat} state={state} open={chat.id === open} />
                    ) : (
                      <ChatListItem chat={chat} state={state} open={chat.id === open} />
                    )}
                  </li>
                ))}
              </ul>
            )}
            {away && shown.length === 0 && pages?.busy && <RowSkeletons rows={4} />}
            {state && pages && !(away && shown.length === 0 && pages.busy) && (
              <Button variant="default" className={classes.older} loading={pages.busy} onClick={pages.read}>
                {t(pages.failed ? "list.olderFailed" : "list.older")}
              </Button>
            )}
          </>
        )}
      </div>
      <Suspense>
        {menu && <ListMenu at={menu} onOpen={setSheet} onClose={() => setMenu(undefined)} />}
        {sheet && <ListSheets sheet={sheet} onClose={() => setSheet(undefined)} />}
      </Suspense>
    </>
  );
}
