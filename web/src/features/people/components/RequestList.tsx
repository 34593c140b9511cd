import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { RelativeTime } from "@/ui/RelativeTime";
import { useNewIds } from "../hooks/useNewIds";
import type { Asking, FriendsState } from "../model/friends";
import { FriendshipButtons } from "./FriendshipButtons";
import classes from "./People.module.css";
import { PersonRow } from "./PersonRow";

/** Received and sent friend requests. */
export function RequestList({ state, onSuggestions }: { state: FriendsState; onSuggestions: () => void }) {
  const { t } = useTranslation("people");
  if (state.incoming.length + state.outgoing.length === 0) {
    return (
      <EmptyState
        title={t("requests.empty")}
        text={t("requests.emptyText")}
        action={
          <Button color="terracotta" onClick={onSuggestions}>
            {t("friends.find")}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Side of="incoming" requests={state.incoming} />
      <Side of="outgoing" requests={state.outgoing} />
    </>
  );
}

function Side({ of, requests }: { of: "incoming" | "outgoing"; requests: readonly Asking[] }) {
  const { t } = useTranslation("people");
  const arrived = useNewIds(requests.map(({ user }) => user.id));
  const standing = of === "incoming" ? "asks_you" : "requested";
  const title = `people-${of}`;
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className={classes.title}>
        {t(`requests.${of}`)}
      </h2>
      {requests.length === 0 ? (
        <p className={classes.count}>{t(`requests.${of}None`)}</p>
      ) : (
        <ul className={classes.list}>
          {requests.map(({ user, at }) => (
            <PersonRow
              key={user.id}
              person={user}
              arrived={arrived(user.id)}
              note={
                <>
                  <bdi>@{user.userName}</bdi> · <RelativeTime at={at} />
                </>
              }
            >
              <FriendshipButtons
                person={{ ...user, relation: standing, mutual_friends: 0 }}
                standing={standing}
              />
            </PersonRow>
          ))}
        </ul>
      )}
    </section>
  );
}
