import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { useUser } from "@/api/auth";
import { useUpdateProfile } from "@/api/session";
import { changeLanguage, useLanguage } from "@/lib/i18n";
import { LANGUAGES } from "@/lib/languages";
import { rememberCountry, rememberedCountry } from "@/lib/rememberedCountry";
import { nextPath } from "@/lib/returnPath";
import { CountryField } from "@/shared/address/CountryField";
import { FormError } from "@/shared/forms/FormError";
import { firstFieldError } from "@/shared/forms/serverErrors";
import { forgetTownOutside } from "@/shared/place/chosenTown";
import { Icon } from "@/ui/Icon";
import { OnboardingLayout } from "./components/OnboardingLayout";
import classes from "./components/onboarding.module.css";

/** Country and language. The language is applied as it is chosen; both go with the account, or stay here until there is one. */
export function RegionScreen({ settings = false }: { settings?: boolean }) {
  const { t } = useTranslation("auth");
  const user = useUser();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { code } = useLanguage();
  const update = useUpdateProfile();
  // At once, while the language is on its way.
  const [picked, setPicked] = useState(code);
  const [chosen, setCountry] = useState<string | null>(null);
  const country = chosen ?? user?.country ?? rememberedCountry();
  const alone = settings || !user;
  const next = nextPath(search, settings && user ? "/UserProfile/User" : "/");
  const on = () => navigate(next, { replace: true });
  const save = () => {
    rememberCountry(country);
    if (chosen) forgetTownOutside(chosen);
    if (user) update.mutate({ language: picked, ...(country ? { country } : {}) }, { onSuccess: on });
    else on();
  };
  return (
    <OnboardingLayout
      title={t("region.title")}
      lead={t("region.lead")}
      step={alone ? undefined : "region"}
      back={settings ? next : undefined}
      buttons={
        <>
          <Button variant="subtle" onClick={on}>
            {t(alone ? "common:action.cancel" : "onboarding.later")}
          </Button>
          <Button color="terracotta" loading={update.isPending} onClick={save}>
            {t(alone ? "onboarding.save" : "region.submit")}
          </Button>
        </>
      }
    >
      <div className={classes.narrow}>
        <FormError error={update.error} known={["country", "language"]} />
        <CountryField
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
          error={update.error && firstFieldError(update.error, t, "country")}
        />
        <fieldset className={classes.fieldset}>
          <legend className={classes.legend}>{t("common:action.language")}</legend>
          <div className={classes.languages}>
            {LANGUAGES.map((language) => (
              <label key={language.code} className={classes.language}>
                <input
                  type="radio"
                  name="language"
                  className={classes.radio}
                  checked={language.code === picked}
                  onChange={() => {
                    setPicked(language.code);
                    changeLanguage(language.code);
                  }}
                />
                <span lang={language.tag} dir={language.dir}>
                  {language.name}
                </span>
                <Icon of={IconCheck} size={16} />
              </label>
            ))}
          </div>
        </fieldset>
      </div>
    </OnboardingLayout>
  );
}
