import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { Screen } from "@/ui/Screen";
import { DevicesSection } from "./DevicesSection";
import { DeleteSection, ExportSection } from "./LeavingSections";
import { PasswordSection } from "./PasswordSection";
import { Section } from "./Section";
import classes from "./settings.module.css";
import { TwoFactorSection } from "./TwoFactorSection";

interface AccountScreenProps {
  /** Where the arrow leads. */
  back: string;
  title: "account" | "security";
}

/** Password, second step, devices, one's data and the way out. A guest has the last two, and an invitation. */
export function AccountScreen({ back, title }: AccountScreenProps) {
  const { t } = useTranslation("account");
  const guest = isGuest(useUser());
  return (
    <Screen title={t(`title.${title}`)} back={back}>
      <div className={classes.page}>
        {guest ? (
          <Section title={t("guest.title")} lead={t("guest.lead")}>
            <Button component={Link} to="/signup" color="terracotta" className={classes.start}>
              {t("common:action.signUp")}
            </Button>
          </Section>
        ) : (
          <>
            <PasswordSection />
            <TwoFactorSection />
          </>
        )}
        <DevicesSection />
        {!guest && <ExportSection />}
        <DeleteSection />
      </div>
    </Screen>
  );
}
