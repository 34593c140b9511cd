import { IconMapPin } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import type { User } from "@/api/types";
import { useLanguage } from "@/lib/i18n";
import { rememberedCountry } from "@/lib/rememberedCountry";
import { countryName } from "@/shared/address/countries";
import { useHomeTown } from "@/shared/place/useHomeTown";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import classes from "./PlaceLink.module.css";

/** The town or country of the viewer, else the town that home is about, and the way to change it. */
export function PlaceLink() {
  const { t } = useTranslation();
  const user = useUser();
  const { tag } = useLanguage();
  const { pathname, search } = useLocation();
  const country = user?.country ?? rememberedCountry();
  const town = townOf(user);
  const home = useHomeTown();
  const place = town ?? (country ? countryName(country, tag) : home.town);
  const region = `/settings/region?next=${encodeURIComponent(pathname + search)}`;
  return (
    <Link
      to={town ? "/UserProfile/edit" : region}
      className={classes.place}
      aria-label={place ? t("place.current", { place }) : t("place.choose")}
    >
      <Icon of={IconMapPin} />
      <Bdi line>{place || t("place.none")}</Bdi>
    </Link>
  );
}

/** The town of an address; guests have no address. */
const townOf = (user: User | null): string | undefined =>
  isGuest(user) ? undefined : user?.city || undefined;
