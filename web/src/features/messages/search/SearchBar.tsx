import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { CloseButton } from "@/ui/CloseButton";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { searchMessages } from "../api";
import classes from "./SearchBar.module.css";

interface SearchBarProps {
  chat: number;
  onJump: (seq: number) => void;
  /** Called with each query, whose words are marked in the chat. */
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** Searches one chat: the newest hit at once, then the one before it, and back. */
export function SearchBar({ chat, onJump, onQuery, onClose }: SearchBarProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const [text, setText] = useState("");
  const [query] = useDebouncedValue(text.trim(), 250);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const hits = useInfiniteQuery({
    queryKey: ["messages", chat, "search", query],
    queryFn: ({ pageParam }) => searchMessages(query, { chat_id: chat, before: pageParam }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: query.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  const found = hits.data?.pages.flatMap((page) => page.hits) ?? [];
  const shown = found[at]?.message.seq;
  const go = useRef(onJump);
  go.current = onJump;

  useEffect(() => field.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word begins at its newest hit
  useEffect(() => setAt(0), [query]);
  useEffect(() => {
    if (shown !== undefined) go.current(shown);
  }, [shown]);

  const tell = useRef(onQuery);
  tell.current = onQuery;
  useEffect(() => tell.current(query), [query]);

  const { hasNextPage, fetchNextPage } = hits;
  const move = (by: number) => {
    const next = at + by;
    if (next < 0 || next >= found.length) return;
    setAt(next);
    if (hasNextPage && next >= found.length - 5) void fetchNextPage();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" || event.key === "ArrowUp") move(event.shiftKey ? -1 : 1);
    else if (event.key === "ArrowDown") move(-1);
    else return;
    event.preventDefault();
  };
  const place = { at: format.number(at + 1), of: `${format.number(found.length)}${hasNextPage ? "+" : ""}` };
  return (
    <search className={classes.bar}>
      <TextInput
        ref={field}
        className={classes.field}
        type="search"
        aria-label={t("search.inChat")}
        placeholder={t("search.inChat")}
        leftSection={<Icon of={IconSearch} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.count} role="status">
        {hits.isError && t("search.failed")}
        {hits.isSuccess && (found.length > 0 ? t("search.place", place) : t("search.none"))}
      </span>
      <IconButton
        icon={IconChevronUp}
        label={t("search.older")}
        disabled={at + 1 >= found.length}
        onClick={() => move(1)}
      />
      <IconButton
        icon={IconChevronDown}
        label={t("search.newer")}
        disabled={at === 0}
        onClick={() => move(-1)}
      />
      <CloseButton label={t("search.close")} onClick={onClose} />
    </search>
  );
}
