import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { usePhone } from "@/ui/breakpoints";
import { NavRow } from "@/ui/NavRow";
import { DESTINATIONS, listedWithin } from "./navigation";
import { DestinationBadge } from "./shell/DestinationBadge";

/** Areas that the phone's bar leaves out, as rows of the page that holds them. The rail lists them itself. */
export function AreaRows() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const phone = usePhone();
  if (!phone) return null;
  return listedWithin(DESTINATIONS, pathname).map(({ to, label, icon, badge }) => (
    <li key={to}>
      <NavRow to={to} icon={icon} title={t(label)} badge={<DestinationBadge of={badge} />} />
    </li>
  ));
}
