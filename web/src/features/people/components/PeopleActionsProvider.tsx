import { type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import type { UserCard } from "@/api/types";
import { lazyPart } from "@/lib/lazyPart";
import { type PeopleActions, PeopleActionsContext } from "../hooks/PeopleActionsContext";
import { useFriendship } from "../hooks/useFriendship";
import { useOpenChat } from "../hooks/useOpenChat";

const UnfriendDialog = lazyPart(() => import("./UnfriendDialog").then((file) => file.UnfriendDialog));

interface PeopleActionsProviderProps {
  /** Takes the focus when what had it is gone with what was done. */
  onParted: () => void;
  children: ReactNode;
}

/** Lends its screen what can be done about people. */
export function PeopleActionsProvider({ onParted, children }: PeopleActionsProviderProps) {
  const friendship = useFriendship();
  const writing = useOpenChat();
  const [parting, setParting] = useState<UserCard>();
  const newest = useRef({ act: friendship.mutate, write: writing.mutate });
  newest.current = { act: friendship.mutate, write: writing.mutate };
  const acts = useMemo<PeopleActions>(
    () => ({
      act: (act, user) => newest.current.act({ act, user }),
      unfriend: setParting,
      message: ({ id }) => newest.current.write(id),
    }),
    [],
  );
  return (
    <PeopleActionsContext value={acts}>
      {children}
      <Suspense>
        {parting && (
          <UnfriendDialog
            user={parting}
            onPart={() => {
              acts.act("unfriend", parting);
              setParting(undefined);
              onParted();
            }}
            onClose={() => setParting(undefined)}
          />
        )}
      </Suspense>
    </PeopleActionsContext>
  );
}
