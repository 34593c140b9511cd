import { IconBuildingStore, IconPackage, IconPhoto, IconSparkles } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/ui/Icon";
import classes from "./BrowseLinks.module.css";

/** Ways through everything that is offered, besides the categories. */
const WAYS = [
  { key: "products", path: "/products", icon: IconPackage },
  { key: "services", path: "/services", icon: IconSparkles },
  { key: "shop", path: "/shop", icon: IconBuildingStore },
  { key: "images", path: "/images", icon: IconPhoto },
] as const;

export function BrowseLinks() {
  const { t } = useTranslation();
  return (
    <nav className={classes.row} aria-label={t("browse.label")}>
      {WAYS.map(({ key, path, icon }) => (
        <Link key={key} to={path} className={classes.way}>
          <Icon of={icon} size={18} />
          {t(`browse.${key}`)}
        </Link>
      ))}
    </nav>
  );
}
