import { Suspense } from "react";
import { isGuest, useUser } from "@/api/auth";
import { lazyPart } from "@/lib/lazyPart";
import { ColorSchemeToggle } from "@/ui/ColorSchemeToggle";
import { LanguageButton } from "@/ui/LanguageButton";

const NotificationBell = lazyPart(() =>
  import("@/features/notifications/NotificationBell").then((file) => file.NotificationBell),
);

/** At the end of the shell's bar, or of the phone's top bar. A signed-in person finds the two settings under "Me". */
export function ShellControls() {
  const user = useUser();
  return (
    <>
      {user === null && (
        <>
          <LanguageButton />
          <ColorSchemeToggle />
        </>
      )}
      {user && !isGuest(user) && (
        <Suspense>
          <NotificationBell />
        </Suspense>
      )}
    </>
  );
}
