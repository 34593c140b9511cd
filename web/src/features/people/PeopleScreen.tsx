import { useDebouncedValue } from "@mantine/hooks";
import { IconQrcode } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useUser } from "@/api/auth";
import { CountBadge } from "@/ui/CountBadge";
import { ErrorState } from "@/ui/ErrorState";
import { IconButton } from "@/ui/IconButton";
import { Screen } from "@/ui/Screen";
import { SearchField } from "@/ui/SearchField";
import { RowSkeletons } from "@/ui/Skeletons";
import { TabList } from "@/ui/TabList";
import { FollowList } from "./components/FollowList";
import { FriendList } from "./components/FriendList";
import classes from "./components/People.module.css";
import { PeopleActionsProvider } from "./components/PeopleActionsProvider";
import { PeopleSearchResults } from "./components/PeopleSearchResults";
import { RequestList } from "./components/RequestList";
import { useFriends } from "./hooks/useFriends";
import { useRestoreFocus } from "./hooks/useRestoreFocus";

const PANEL = "people-panel";
const TABS = ["friends", "requests", "suggestions", "following", "followers"] as const;
type Tab = (typeof TABS)[number];

/** `/people`: friends, the requests that wait, people one may know, and the search for others. All of it is live. */
export function PeopleScreen() {
  const { t } = useTranslation("people");
  const { state } = useFriends();
  const isPerson = useUser()?.type === "regular";
  const [params, setParams] = useSearchParams();
  const { text, setText, query } = useQuery();
  const panel = useRef<HTMLDivElement>(null);
  const kept = useRestoreFocus(panel);
  const waiting = state?.incoming.length ?? 0;
  const open = TABS.find((tab) => tab === params.get("show")) ?? "friends";
  const show = (tab: Tab) => setParams(tab === "friends" ? {} : { show: tab }, { replace: true });
  return (
    <Screen
      wide
      title={t("title")}
      actions={
        // A company has no code of its own.
        isPerson && <IconButton icon={IconQrcode} label={t("code.scan")} to="/UserProfile/share" />
      }
    >
      <PeopleActionsProvider onParted={() => panel.current?.focus({ preventScroll: true })}>
        <div className={classes.page}>
          <SearchField
            className={classes.search}
            label={t("search")}
            value={text}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={setText}
          />
          {!query && (
            <TabList
              label={t("title")}
              tabs={TABS.map((key) => ({
                key,
                label: t(`tab.${key}`),
                badge: key === "requests" && (
                  <CountBadge value={waiting} label={t("waiting", { count: waiting })} />
                ),
              }))}
              open={open}
              onOpen={show}
              panel={PANEL}
            />
          )}
          <div ref={panel} tabIndex={-1} {...kept}>
            {query ? (
              <section className={classes.panel} aria-label={t("found.label")}>
                <PeopleSearchResults key="search" query={query} state={state} />
              </section>
            ) : (
              <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${open}`} className={classes.panel}>
                <Panel tab={open} onSuggestions={() => show("suggestions")} />
              </div>
            )}
          </div>
        </div>
      </PeopleActionsProvider>
    </Screen>
  );
}

function Panel({ tab, onSuggestions }: { tab: Tab; onSuggestions: () => void }) {
  const { t } = useTranslation("people");
  const { state, status, error, retry } = useFriends();
  if (tab === "suggestions") return <PeopleSearchResults key="suggestions" query="" state={state} />;
  if (tab === "following" || tab === "followers") return <FollowList key={tab} direction={tab} />;
  if (!state && status === "refused") {
    return <ErrorState title={t("failedToLoad")} text={error?.message} onRetry={retry} />;
  }
  if (!state) return <RowSkeletons rows={6} />;
  const List = tab === "friends" ? FriendList : RequestList;
  return <List state={state} onSuggestions={onSuggestions} />;
}

/** Stores the query in the URL, so that the back button of a profile restores it. */
function useQuery() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get("q") ?? "");
  const [query] = useDebouncedValue(text.trim().replace(/^@/, ""), 200);
  const address = useRef({ params, setParams });
  address.current = { params, setParams };
  useEffect(() => {
    const { params, setParams } = address.current;
    if (query === (params.get("q") ?? "")) return;
    const next = new URLSearchParams(params);
    if (query) next.set("q", query);
    else next.delete("q");
    setParams(next, { replace: true, preventScrollReset: true });
  }, [query]);
  return { text, setText, query: text.trim() ? query : "" };
}
