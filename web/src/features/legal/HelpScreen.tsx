import {
  IconDownload,
  IconFileText,
  IconHelpCircle,
  IconInfoCircle,
  IconKey,
  IconLock,
  IconMailCheck,
  IconShieldCheck,
  IconTicket,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { NavRow } from "@/ui/NavRow";
import { Screen } from "@/ui/Screen";
import { useFooterSections } from "./api";
import classes from "./HelpScreen.module.css";

const TASKS = [
  { key: "password", to: "/forgot-password", icon: IconKey },
  { key: "verify", to: "/verification", icon: IconMailCheck },
  { key: "privacy", to: "/settings/privacy", icon: IconLock },
  { key: "export", to: "/settings/account", icon: IconDownload },
  { key: "delete", to: "/settings/account", icon: IconTrash },
] as const;
const BUSINESS_TASKS = [
  { key: "password", to: "/pro/forgot-password", icon: IconKey },
  { key: "delete", to: "/pro/settings/security", icon: IconTrash },
] as const;
const SUPPORT = [
  { key: "centre", to: "/support/help-centre", icon: IconHelpCircle },
  { key: "tickets", to: "/support/tickets", icon: IconTicket },
] as const;
const TEXTS = [
  { key: "terms", to: "/terms", icon: IconFileText },
  { key: "privacyPolicy", to: "/privacy-policy", icon: IconShieldCheck },
] as const;

/** `/help`: where common tasks are done, and the legal texts. */
export function HelpScreen({ business }: { business: boolean }) {
  const { t } = useTranslation("legal");
  return (
    <Screen title={t("help.title")}>
      <div className={classes.page}>
        <Rows title={t("help.support")} rows={SUPPORT} />
        <Rows title={t("help.tasks")} rows={business ? BUSINESS_TASKS : TASKS} />
        <Rows title={t("help.texts")} rows={TEXTS} />
        <PageRows />
      </div>
    </Screen>
  );
}

type Row =
  | (typeof SUPPORT)[number]
  | (typeof TASKS)[number]
  | (typeof BUSINESS_TASKS)[number]
  | (typeof TEXTS)[number];

function Rows({ title, rows }: { title: string; rows: readonly Row[] }) {
  const { t } = useTranslation("legal");
  return (
    <section>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.rows}>
        {rows.map(({ key, to, icon }) => (
          <li key={key}>
            <NavRow to={to} icon={icon} title={t(`help.${key}`)} text={t(`help.${key}Text`)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Pages of the footer beside the legal texts above. */
const LISTED = TEXTS.map(({ to }) => to.slice(1));

function PageRows() {
  const { code } = useLanguage();
  const sections = useFooterSections(code).data ?? [];
  return sections.map(({ id, title, pages }) => (
    <section key={id}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.rows}>
        {pages
          .filter(({ slug }) => !LISTED.includes(slug))
          .map(({ slug, title: name, lead }) => (
            <li key={slug}>
              <NavRow to={`/pages/${slug}`} icon={IconInfoCircle} title={name} text={lead} />
            </li>
          ))}
      </ul>
    </section>
  ));
}
