import type { Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useAccess } from "../permissions";
import { BUSINESS_SETTINGS } from "../settings";
import type { Entry } from "./model/entries";
import { matches } from "./model/matches";

/** Page of the rail. */
export interface Page {
  to: string;
  /** Visible name. */
  label: string;
  icon: Icon;
}

/** Pages that the member may open: those of the rail, and those of the settings once a text asks for them. */
export function usePages(rail: readonly Page[], text: string): Entry[] {
  const { t } = useTranslation([
    "common",
    "account",
    "notifications",
    "policies",
    "business-team",
    "support",
  ]);
  const access = useAccess();
  const inRail = rail.map(({ to, label, icon }): Entry => ({ group: "pages", id: to, icon, label, to }));
  const typed = text.trim();
  const inSettings = BUSINESS_SETTINGS.map(({ to, icon, title }): Entry => {
    const detail = t("common:nav.settings");
    // The first is the page that the rail calls "Settings".
    return { group: "pages", id: `${to} ${title}`, icon, label: t(title), detail, lastingDetail: detail, to };
  });
  const all = typed ? [...inRail, ...inSettings].filter(({ label }) => matches(label, typed)) : inRail;
  return all.filter(({ to }) => access(to) === "granted");
}
