import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { Icon } from "@/ui/Icon";
import { NavRow } from "@/ui/NavRow";
import { Sheet } from "@/ui/Sheet";
import { type Destination, isAt } from "../navigation";
import classes from "./Navigation.module.css";

/** The last place of a phone's bar: a sheet with what the bar has no room for. */
export function MoreDestinations({ destinations }: { destinations: readonly Destination[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const here = destinations.some((destination) => isAt(destination, pathname));
  return (
    <>
      <button
        type="button"
        className={`bare ${classes.link}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        // One of them is the page that is open: the bar says where that is.
        data-here={here ? "" : undefined}
        onClick={() => setOpen(true)}
      >
        <span className={classes.glyph}>
          <Icon of={IconDots} size={24} />
        </span>
        <span className={classes.label}>{t("nav.more")}</span>
      </button>
      <Sheet opened={open} onClose={() => setOpen(false)} title={t("nav.more")}>
        <ul className={classes.more}>
          {destinations.map(({ to, label, icon }) => (
            <li key={to}>
              <NavRow to={to} icon={icon} title={t(label)} onClick={() => setOpen(false)} />
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
