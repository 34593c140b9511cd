import { lazy, Suspense } from "react";
import { isGuest, useUser } from "@/api/auth";
import { ColorSchemeToggle } from "@/ui/ColorSchemeToggle";
import { LanguageButton } from "@/ui/LanguageButton";

const NotificationBell = lazy(() =>
  import("@/features/notifications/NotificationBell").then((file) => ({ default: file.NotificationBell })),
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
