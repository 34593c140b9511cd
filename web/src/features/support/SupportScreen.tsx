import {
  IconBug,
  IconHelpCircle,
  IconLifebuoy,
  IconMail,
  IconMessageCircle,
  IconMessageStar,
  IconTicket,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import { ErrorState } from "@/ui/ErrorState";
import { NavRow } from "@/ui/NavRow";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { useSupportOptions } from "./api";
import classes from "./components/Support.module.css";
import type { SupportType } from "./types";

const ICONS = {
  customer_support: IconLifebuoy,
  live_chat: IconMessageCircle,
  email_support: IconMail,
  technical_support: IconBug,
} satisfies Record<SupportType, typeof IconBug>;

const OWN = [
  { key: "tickets", to: "/support/tickets", icon: IconTicket },
  { key: "feedback", to: "/feedback", icon: IconMessageStar },
] as const;

/** `/support`: questions and answers, the ways of contact, own tickets and feedback. */
export function SupportScreen() {
  const { t } = useTranslation("support");
  const guest = isGuest(useUser());
  return (
    <Screen title={t("title")} back="/UserProfile/User">
      <div className={classes.page}>
        <ul className={classes.rows}>
          <li>
            <NavRow
              to="/support/help-centre"
              icon={IconHelpCircle}
              title={t("help.title")}
              text={t("help.text")}
            />
          </li>
        </ul>
        {!guest && (
          <>
            <section aria-labelledby="support-contact">
              <h2 id="support-contact" className={classes.title}>
                {t("contact.title")}
              </h2>
              <Ways />
            </section>
            <section aria-labelledby="support-own">
              <h2 id="support-own" className={classes.title}>
                {t("own")}
              </h2>
              <ul className={classes.rows}>
                {OWN.map(({ key, to, icon }) => (
                  <li key={key}>
                    <NavRow to={to} icon={icon} title={t(`${key}.title`)} text={t(`${key}.text`)} />
                  </li>
                ))}
              </ul>
            </section>
          </>
        )}
      </div>
    </Screen>
  );
}

function Ways() {
  const { t } = useTranslation("support");
  const options = useSupportOptions();
  if (options.isError) {
    return <ErrorState title={t("contact.failed")} onRetry={() => void options.refetch()} />;
  }
  if (!options.data) return <RowSkeletons rows={4} />;
  return (
    <ul className={classes.rows}>
      {options.data.map(({ key }) => (
        <li key={key}>
          <NavRow
            to={`/support/contact?type=${key}`}
            icon={ICONS[key]}
            title={t(`type.${key}.title`)}
            text={t(`type.${key}.text`)}
          />
        </li>
      ))}
    </ul>
  );
}
