import {
  IconDownload,
  IconFileText,
  IconKey,
  IconLock,
  IconMailCheck,
  IconShieldCheck,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NavRow } from "@/ui/NavRow";
import { Screen } from "@/ui/Screen";
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
        <Rows title={t("help.tasks")} rows={business ? BUSINESS_TASKS : TASKS} />
        <Rows title={t("help.texts")} rows={TEXTS} />
      </div>
    </Screen>
  );
}

type Row = (typeof TASKS)[number] | (typeof BUSINESS_TASKS)[number] | (typeof TEXTS)[number];

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
