import { useUser } from "@/api/auth";
import { ColorSchemeToggle } from "@/ui/ColorSchemeToggle";
import { LanguageButton } from "@/ui/LanguageButton";
import { NotificationBell } from "@/ui/NotificationBell";

/** At the end of the shell's bar, or of the phone's top bar. A signed-in person finds the two settings under "Me". */
export function ShellControls() {
  const guest = useUser() === null;
  return (
    <>
      {guest && (
        <>
          <LanguageButton />
          <ColorSchemeToggle />
        </>
      )}
      <NotificationBell />
    </>
  );
}
