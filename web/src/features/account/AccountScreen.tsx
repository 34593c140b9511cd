import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import { AccountButtons } from "@/shared/session/AccountButtons";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { Screen } from "@/ui/Screen";
import { DeleteAccountSection } from "./components/DeleteAccountSection";
import { DevicesSection } from "./components/DevicesSection";
import { ExportSection } from "./components/ExportSection";
import { PasswordSection } from "./components/PasswordSection";
import { TwoFactorSection } from "./components/TwoFactorSection";

interface AccountScreenProps {
  /** Target of the back arrow. */
  back: string;
  title: "account" | "security";
}

/**
 * Password, two-factor authentication, devices, export and deletion. Guests see devices, deletion and a sign-up link. The
 * deletion of a business has a page of its own.
 */
export function AccountScreen({ back, title }: AccountScreenProps) {
  const { t } = useTranslation("account");
  const guest = isGuest(useUser());
  return (
    <Screen title={t(`title.${title}`)} back={back}>
      <div className={classes.page}>
        {guest ? (
          <Section title={t("guest.title")} lead={t("guest.lead")}>
            <Group gap="xs">
              <AccountButtons next="/UserProfile/User" />
            </Group>
          </Section>
        ) : (
          <>
            <PasswordSection />
            <TwoFactorSection />
          </>
        )}
        <DevicesSection />
        {!guest && <ExportSection />}
        {title === "account" && <DeleteAccountSection />}
      </div>
    </Screen>
  );
}
