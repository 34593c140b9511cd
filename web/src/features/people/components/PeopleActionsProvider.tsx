import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import type { UserCard } from "@/api/types";
import { type PeopleActs, PeopleActsContext } from "../hooks/PeopleActionsContext";
import { useFriendship } from "../hooks/useFriendship";
import { useWriting } from "../hooks/useOpenChat";

const PartSheet = lazy(() => import("./UnfriendDialog").then((file) => ({ default: file.PartSheet })));

interface ActingProps {
  /** Takes the focus when what had it is gone with what was done. */
  onParted: () => void;
  children: ReactNode;
}

/** Lends its screen what can be done about people. */
export function Acting({ onParted, children }: ActingProps) {
  const friendship = useFriendship();
  const writing = useWriting();
  const [parting, setParting] = useState<UserCard>();
  const newest = useRef({ act: friendship.mutate, write: writing.mutate });
  newest.current = { act: friendship.mutate, write: writing.mutate };
  const acts = useMemo<PeopleActs>(
    () => ({
      act: (act, user) => newest.current.act({ act, user }),
      part: setParting,
      write: ({ id }) => newest.current.write(id),
    }),
    [],
  );
  return (
    <PeopleActsContext value={acts}>
      {children}
      <Suspense>
        {parting && (
          <PartSheet
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
    </PeopleActsContext>
  );
}
