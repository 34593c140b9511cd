import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { displayName } from "@/lib/displayName";
import { foldText } from "@/lib/foldText";
import { useFormat } from "@/lib/format";
import { CompanyRows } from "@/shared/company-chat/CompanyRows";
import { useCompanies } from "@/shared/company-chat/useCompanies";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { usePeople } from "@/shared/people-picker/usePeople";
import { openDirectChat } from "@/shared/person/openDirectChat";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { type Hit, searchMessages } from "../api";
import { useBasePath } from "../BasePathContext";
import { ChatRow } from "../list/ChatRow";
import type { ChatsState } from "../model/chats";
import { chatIdentity, others } from "../model/chatTitle";
import { ProfileButton } from "../new-chat/ProfileButton";
import { useInbox, useInboxSearch, useMe } from "../useChatStreams";
import { FoundText } from "./FoundText";
import classes from "./SearchResults.module.css";
import { shortenLead } from "./snippet";

const MAX_PEOPLE = 5;

interface SearchResultsProps {
  query: string;
  state: ChatsState | undefined;
  open: number | undefined;
}

/** Chats, people and messages that hold the words. */
export function SearchResults({ query, state, open }: SearchResultsProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const inbox = useInbox();
  const search = useInboxSearch();
  const navigate = useNavigate();
  const basePath = useBasePath();
  const opening = useMutation({ mutationFn: openDirectChat });
  const [wanted] = useDebouncedValue(query, 250);
  const hits = useInfiniteQuery({
    queryKey: ["messages", "search", wanted, inbox],
    queryFn: ({ pageParam }) => searchMessages(wanted, { before: pageParam, inbox }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const chats = (state?.chats ?? []).filter((chat) =>
    foldText(chatIdentity(chat, me, format.list).name).includes(foldText(query)),
  );
  const found = usePeople(query);
  const known = new Set(
    chats.filter(({ kind }) => kind === "direct").flatMap((chat) => others(chat, me).map(({ id }) => id)),
  );
  // A company does not begin chats: customers write to it first.
  const mayBegin = inbox === "personal";
  const strangers = mayBegin ? found.people.filter(({ id }) => !known.has(id)).slice(0, MAX_PEOPLE) : [];
  const { companies } = useCompanies(mayBegin ? query : "");
  const messages = hits.data?.pages.flatMap((page) => page.hits) ?? [];
  const nothing =
    hits.isSuccess &&
    found.isSuccess &&
    chats.length + strangers.length + companies.length + messages.length === 0;
  return (
    <div className={classes.found}>
      {state && chats.length > 0 && (
        <section aria-label={t("search.chats")}>
          <h2 className={classes.title}>{t("search.chats")}</h2>
          <ul className={classes.list}>
            {chats.map((chat) => (
              <li key={chat.id}>
                <ChatRow chat={chat} state={state} open={chat.id === open} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {strangers.length > 0 && (
        <section aria-label={t("people.title")}>
          <h2 className={classes.title}>{t("people.title")}</h2>
          <ul className={classes.list}>
            {strangers.map((person) => (
              <li key={person.id} className={classes.known}>
                <button
                  type="button"
                  className={classes.row}
                  disabled={opening.isPending}
                  onClick={() =>
                    opening.mutate(
                      { user_id: person.id },
                      { onSuccess: (chat) => navigate(`${basePath}/${chat}${search}`) },
                    )
                  }
                >
                  <Avatar id={person.id} name={displayName(person)} picture={person.picture} size={44} />
                  <span className={classes.words}>
                    <span className={classes.name}>
                      <Bdi line>{displayName(person)}</Bdi>
                    </span>
                    <bdi className={classes.text} data-line="">
                      @{person.userName}
                    </bdi>
                  </span>
                </button>
                <ProfileButton person={person} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <CompanyRows
        companies={companies}
        disabled={opening.isPending}
        onChoose={({ id }) =>
          opening.mutate(
            { company_id: id },
            { onSuccess: (chat) => navigate(`${basePath}/${chat}${search}`) },
          )
        }
      />
      {messages.length > 0 && (
        <section aria-label={t("search.messages")}>
          <h2 className={classes.title}>{t("search.messages")}</h2>
          <ul className={classes.list}>
            {messages.map((hit) => (
              <li key={`${hit.chat_id}-${hit.message.seq}`}>
                <HitRow hit={hit} state={state} query={wanted} />
              </li>
            ))}
          </ul>
          {hits.hasNextPage && (
            <Button
              variant="default"
              fullWidth
              loading={hits.isFetchingNextPage}
              onClick={() => void hits.fetchNextPage()}
            >
              {t("search.more")}
            </Button>
          )}
        </section>
      )}
      {hits.isPending && <RowSkeletons rows={4} />}
      {hits.isError && <ErrorState title={t("search.failed")} onRetry={() => void hits.refetch()} />}
      {nothing && <EmptyState title={t("search.nothing")} text={t("search.nothingText")} />}
      <span className={classes.told} role="status">
        {hits.isSuccess &&
          t("search.count", { count: messages.length + chats.length + strangers.length + companies.length })}
      </span>
    </div>
  );
}

interface HitRowProps {
  hit: Hit;
  state: ChatsState | undefined;
  query: string;
}

function HitRow({ hit, state, query }: HitRowProps) {
  const { t } = useTranslation("messages");
  const basePath = useBasePath();
  const format = useFormat();
  const me = useMe();
  const chat = state?.chats.find(({ id }) => id === hit.chat_id);
  const face = chat ? chatIdentity(chat, me, format.list) : { id: hit.chat_id, name: t("search.inAChat") };
  const { message } = hit;
  const author = chat?.members.find(({ id }) => id === message.sender);
  return (
    <Link
      className={classes.row}
      to={`${basePath}/${hit.chat_id}?message=${message.seq}&found=${encodeURIComponent(query)}`}
    >
      <Avatar id={face.id} name={face.name} picture={face.picture} size={44} />
      <span className={classes.words}>
        <span className={classes.line}>
          <span className={classes.name}>
            <Bdi line>{face.name}</Bdi>
          </span>
          <time className={classes.time} dateTime={message.at}>
            {format.stamp(message.at)}
          </time>
        </span>
        <span className={`${classes.text} ${classes.said}`}>
          {message.sender === me ? (
            <span className={classes.who}>{t("list.you")}</span>
          ) : (
            chat?.kind === "group" &&
            author && (
              <span className={classes.who}>
                <Bdi>{author.firstName || displayName(author)}</Bdi>:
              </span>
            )
          )}{" "}
          <Bdi line>
            <FoundText parts={shortenLead(hit.snippet)} />
          </Bdi>
        </span>
      </span>
    </Link>
  );
}
