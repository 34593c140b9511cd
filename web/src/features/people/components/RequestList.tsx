import { Button } from "@mantine/core";
import { IconCheck, IconMessageCircle } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Icon } from "@/ui/Icon";
import { RelativeTime } from "@/ui/RelativeTime";
import { usePeopleActions } from "../hooks/PeopleActionsContext";
import { useNewIds } from "../hooks/useNewIds";
import { type Asking, type FriendsState, withAccepted } from "../model/friends";
import { FriendshipButtons } from "./FriendshipButtons";
import buttons from "./FriendshipButtons.module.css";
import classes from "./People.module.css";
import { PersonRow } from "./PersonRow";

/** Received and sent friend requests. */
export function RequestList({ state, onSuggestions }: { state: FriendsState; onSuggestions: () => void }) {
  const { t } = useTranslation("people");
  // A second click on "Accept" finds the same person.
  const received = useRef<readonly Asking[]>([]);
  received.current = withAccepted(received.current, state);
  if (received.current.length + state.outgoing.length === 0) {
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
      <Side of="incoming" requests={received.current} friends={state.friends} />
      <Side of="outgoing" requests={state.outgoing} friends={NOBODY} />
    </>
  );
}

const NOBODY: readonly UserCard[] = [];

interface SideProps {
  of: "incoming" | "outgoing";
  requests: readonly Asking[];
  friends: readonly UserCard[];
}

function Side({ of, requests, friends }: SideProps) {
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
              {friends.some(({ id }) => id === user.id) ? (
                <Accepted user={user} />
              ) : (
                <FriendshipButtons
                  person={{ ...user, relation: standing, mutual_friends: 0 }}
                  standing={standing}
                />
              )}
            </PersonRow>
          ))}
        </ul>
      )}
    </section>
  );
}

function Accepted({ user }: { user: UserCard }) {
  const { t } = useTranslation("people");
  const { message } = usePeopleActions();
  return (
    <div className={buttons.pair} data-pair="">
      <span className={buttons.done}>
        <Icon of={IconCheck} size={18} /> {t("standing.friends")}
      </span>
      <Button
        className={buttons.button}
        variant="default"
        leftSection={<Icon of={IconMessageCircle} size={18} />}
        aria-label={t("message", { name: displayName(user) })}
        onClick={() => message(user)}
      >
        {t("act.message")}
      </Button>
    </div>
  );
}
