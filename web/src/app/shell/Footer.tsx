import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useUser } from "@/api/auth";
import { useLanguage } from "@/lib/i18n";
import classes from "./Footer.module.css";

const LINKS = [
  { to: "/help", label: "footer.help" },
  { to: "/support/help-centre", label: "footer.centre" },
  { to: "/pages/about", label: "footer.about" },
  { to: "/terms", label: "footer.terms" },
  { to: "/privacy-policy", label: "footer.privacy" },
] as const;

/** Year of the release. */
const RELEASE = 2025;

/** Legal links, the language's currency and the release at the end of a page. A signed-in person on a phone finds them under "Me". */
export function Footer() {
  const { t } = useTranslation();
  const { currency } = useLanguage();
  const visitor = useUser() === null;
  return (
    <footer className={classes.footer} data-visitor={visitor ? "" : undefined}>
      <div className={classes.line}>
        <nav aria-label={t("footer.label")}>
          <ul className={classes.links}>
            {LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={classes.link}>
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className={classes.facts}>
          <span>{currency}</span>
          <span>{t("footer.release", { year: RELEASE })}</span>
        </p>
      </div>
    </footer>
  );
}
