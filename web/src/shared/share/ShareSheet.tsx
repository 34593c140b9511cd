import { Button, TextInput } from "@mantine/core";
import { IconLink, IconShare3 } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { pageParams } from "@/api/pagination";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { ulid } from "@/live";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { MAX_RECIPIENTS, PickList, toggled } from "@/shared/people-picker/PickList";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RowSkeletons } from "@/ui/Skeletons";
import { readFriends, sendToFriends } from "./api";
import classes from "./ShareSheet.module.css";
import type { ShareTarget } from "./types";
import { useShareLink } from "./useShareLink";

interface ShareSheetProps {
  target: ShareTarget;
  onDone: () => void;
}

/** Sends content to friends, each in a direct chat, or shares the address of its page. */
export function ShareSheet({ target, onDone }: ShareSheetProps) {
  const { t } = useTranslation("share");
  const user = useUser();
  const link = useShareLink(target);
  return (
    <div className={classes.share}>
      {user && !isGuest(user) ? <ShareWithFriends target={target} onDone={onDone} /> : <SignIn />}
      <div className={classes.elsewhere}>
        <Button variant="default" leftSection={<Icon of={IconLink} />} onClick={link.copy}>
          {t("copy")}
        </Button>
        {link.share && (
          <Button variant="default" leftSection={<Icon of={IconShare3} directed />} onClick={link.share}>
            {t("other")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A visitor and a guest have no friends here. */
function SignIn() {
  const { t } = useTranslation("share");
  const user = useUser();
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return (
    <p className={classes.note}>
      <Link to={`${user ? "/signup" : "/login"}?next=${next}`} className={classes.signIn}>
        {t("signIn")}
      </Link>
    </p>
  );
}

function ShareWithFriends({ target, onDone }: ShareSheetProps) {
  const { t } = useTranslation("share");
  const people = useUser()?.type === "professional" ? "/pro/people" : "/people";
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [missing, setMissing] = useState(false);
  // One for all tries: what a lost answer hid is not sent twice.
  const [id] = useState(() => ulid());
  const wanted = query.trim();
  const friends = useInfiniteQuery({
    queryKey: ["share", "friends", wanted],
    queryFn: ({ pageParam }) => readFriends(wanted, pageParam),
    ...pageParams,
    placeholderData: (before) => before,
  });
  const sending = useMutation({
    // The form says it.
    meta: { answersOffline: true },
    mutationFn: (friend_ids: number[]) => sendToFriends({ target, id, friend_ids }),
    onSuccess(sent, { length }) {
      if (sent < length) return setChosen([]);
      toast.success(t("done", { count: sent }));
      onDone();
    },
  });
  const read = friends.data?.pages.flatMap((page) => page.items) ?? [];
  // A profile is of no use to its owner.
  const items = read.filter((friend) => target.kind !== "profile" || friend.id !== target.id);
  const partly = sending.isSuccess && sending.data < sending.variables.length;
  return (
    <form
      className={classes.share}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen.length === 0);
        if (chosen.length > 0) sending.mutate([...chosen]);
      }}
    >
      <TextInput
        type="search"
        label={t("find")}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        error={missing && chosen.length === 0 ? t("missing") : undefined}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes.people}>
        {friends.isPending && <RowSkeletons rows={3} />}
        {friends.isError && !friends.data && (
          <ErrorState title={t("friendsFailed")} onRetry={() => void friends.refetch()} />
        )}
        {friends.isSuccess && items.length === 0 && (
          <p className={classes.note}>
            {wanted ? t("none") : t("nobody")} {!wanted && <Link to={people}>{t("findPeople")}</Link>}
          </p>
        )}
        <PickList
          label={t("friends")}
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
          <InfiniteScroll
            busy={friends.isFetchingNextPage}
            failed={friends.isFetchNextPageError}
            onMore={() => void friends.fetchNextPage()}
          />
        )}
      </div>
      {partly && (
        <p role="alert" className={classes.problem}>
          {t("partly", { sent: sending.data, total: sending.variables.length })}
        </p>
      )}
      {sending.isError && (
        <p role="alert" className={classes.problem}>
          {sending.error instanceof ApiError && sending.error.code === "network"
            ? t("common:error.network")
            : t("refused")}
        </p>
      )}
      <Button type="submit" color="terracotta" loading={sending.isPending}>
        {chosen.length === 0 ? t("send") : t("submit", { count: chosen.length })}
      </Button>
    </form>
  );
}
