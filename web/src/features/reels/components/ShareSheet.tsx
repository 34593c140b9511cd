import { Button, TextInput } from "@mantine/core";
import { IconLink, IconShare3 } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { pageParams } from "@/api/pagination";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { ulid } from "@/live";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { MAX_RECIPIENTS, PickList, toggled } from "@/shared/people-picker/PickList";
import type { Reel } from "@/shared/reels/types";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RowSkeletons } from "@/ui/Skeletons";
import { readFriends, shareReel } from "../api";
import { useReelLink } from "../hooks/useReelLink";
import classes from "./Sheets.module.css";

/** Sends a reel to friends, each in a direct chat, or copies its address. */
export function ShareSheet({ reel, onDone }: { reel: Reel; onDone: () => void }) {
  const { t } = useTranslation("reels");
  const user = useUser();
  const link = useReelLink(reel);
  return (
    <div className={classes.share}>
      {user && !isGuest(user) && <ShareWithFriends reel={reel} onDone={onDone} />}
      <Button variant="default" leftSection={<Icon of={IconLink} />} onClick={link.copy}>
        {t("more.copy")}
      </Button>
      {link.share && (
        <Button variant="default" leftSection={<Icon of={IconShare3} />} onClick={link.share}>
          {t("share.other")}
        </Button>
      )}
    </div>
  );
}

function ShareWithFriends({ reel, onDone }: { reel: Reel; onDone: () => void }) {
  const { t } = useTranslation("reels");
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [missing, setMissing] = useState(false);
  // One for all tries: what a lost answer hid is not sent twice.
  const [id] = useState(() => ulid());
  const wanted = query.trim();
  const friends = useInfiniteQuery({
    queryKey: ["reels", "friends", wanted],
    queryFn: ({ pageParam }) => readFriends(wanted, pageParam),
    ...pageParams,
    placeholderData: (before) => before,
  });
  const sending = useMutation({
    mutationFn: () => shareReel(reel.id, id, [...chosen]),
    onSuccess(answers) {
      const sent = answers.filter(({ code }) => !code).length;
      toast.success(t("share.done", { count: sent }));
      onDone();
    },
  });
  const items = friends.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <form
      className={classes.share}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen.length === 0);
        if (chosen.length > 0) sending.mutate();
      }}
    >
      <TextInput
        type="search"
        label={t("share.find")}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        error={missing && chosen.length === 0 ? t("share.missing") : undefined}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes.people}>
        {friends.isPending && <RowSkeletons rows={3} />}
        {friends.isError && (
          <ErrorState title={t("share.friendsFailed")} onRetry={() => void friends.refetch()} />
        )}
        {friends.isSuccess && items.length === 0 && (
          <p className={classes.note}>
            {wanted ? t("share.none") : t("share.nobody")}{" "}
            {!wanted && <Link to="/people">{t("share.findPeople")}</Link>}
          </p>
        )}
        <PickList
          label={t("share.friends")}
          items={items.map((friend) => ({
            id: friend.id,
            name: displayName(friend),
            picture: friend.picture,
          }))}
          chosen={chosen}
          max={MAX_RECIPIENTS}
          onToggle={(friend) => setChosen((now) => toggled(now, friend))}
        />
        {friends.hasNextPage && (
          <InfiniteScroll busy={friends.isFetchingNextPage} onMore={() => void friends.fetchNextPage()} />
        )}
      </div>
      {sending.isError && (
        <p role="alert" className={classes.problem}>
          {t("share.refused")}
        </p>
      )}
      <Button type="submit" color="terracotta" loading={sending.isPending}>
        {chosen.length === 0 ? t("share.send") : t("share.submit", { count: chosen.length })}
      </Button>
    </form>
  );
}
