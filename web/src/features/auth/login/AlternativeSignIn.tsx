import { Button } from "@mantine/core";
import { IconBrandApple, IconBrandGoogle, IconBuildingStore, IconKey, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { useGuest } from "@/api/session";
import { nextPath } from "@/lib/returnPath";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { Icon } from "@/ui/Icon";
import { useOidcProviders } from "../api";
import { useOidcStart } from "./oidc";

const BRANDS: Readonly<Record<string, typeof IconKey>> = { google: IconBrandGoogle, apple: IconBrandApple };

/** Pages that the consent links to, by the tag in its text. */
const LEGAL: Readonly<Record<string, string>> = { terms: "/terms", privacy: "/privacy-policy" };

/** Sign-in without a password: OpenID providers, a guest account, or the business login. */
export function AlternativeSignIn() {
  const { t } = useTranslation("auth");
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const providers = useOidcProviders().data ?? [];
  const social = useOidcStart();
  const guest = useGuest();
  const next = nextPath(search);
  const enterAsGuest = () =>
    // Navigates in the promise: signing in renders the whole page again, including this button.
    guest.mutateAsync().then(
      () => navigate(next, { replace: true }),
      () => {},
    );
  return (
    <section className={classes.ways} aria-label={t("login.other")}>
      <p className={classes.or}>
        <span>{t("login.or")}</span>
      </p>
      <FormError error={social.error ?? guest.error} />
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          leftSection={<Icon of={BRANDS[id] ?? IconKey} />}
          loading={social.isPending && social.variables.provider === id}
          onClick={() => social.mutate({ provider: id, next })}
        >
          {t("login.social", { name })}
        </Button>
      ))}
      <Button
        variant="default"
        leftSection={<Icon of={IconUser} />}
        loading={guest.isPending}
        onClick={enterAsGuest}
      >
        {t("login.guest")}
      </Button>
      <Consent />
      <p className={classes.other}>
        {t("login.new")}{" "}
        <Link to={{ pathname: "/signup", search: location.search }} className={classes.link}>
          {t("common:action.signUp")}
        </Link>
      </p>
      <Link to="/pro/login" className={classes.business}>
        <Icon of={IconBuildingStore} />
        <span>
          <strong>{t("login.business")}</strong>
          <span className={classes.businessLead}>{t("login.businessLead")}</span>
        </span>
      </Link>
    </section>
  );
}

/** Says what is accepted with these ways in. `Trans` would add 4 KB to the first view of the login. */
function Consent() {
  const { t } = useTranslation("auth");
  // Text, tag, text of the link, and so on.
  const parts = t("login.terms").split(/<(terms|privacy)>(.*?)<\/\1>/);
  return (
    <p className={classes.consent}>
      {parts.map((part, place) => {
        if (place % 3 === 0) return part;
        const path = place % 3 === 2 && LEGAL[parts[place - 1] ?? ""];
        return path ? (
          <Link key={path} to={path} className={classes.inline}>
            {part}
          </Link>
        ) : null;
      })}
    </p>
  );
}
