import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { nextPath } from "@/lib/returnPath";
import { CategoryChoice } from "@/shared/categories/CategoryPicker";
import { Problem } from "@/shared/forms/FormError";
import { fieldText } from "@/shared/forms/serverErrors";
import { Steps } from "@/ui/StepIndicator";
import { useFavourites, useSaveFavourites } from "./api";
import { OnboardingLayout } from "./components/OnboardingLayout";
import classes from "./components/onboarding.module.css";
import { isAlone } from "./model/isStandalone";

const AT_LEAST = 3;

/** What one likes best: the square shows it first. */
export function CategoriesScreen() {
  const { t } = useTranslation("auth");
  const { search } = useLocation();
  const [params] = useSearchParams();
  const alone = isAlone(params);
  const navigate = useNavigate();
  const saved = useFavourites().data;
  const save = useSaveFavourites();
  const [choice, setChoice] = useState<string[] | null>(null);
  const [few, setFew] = useState(false);
  const chosen = choice ?? saved ?? [];
  const on = alone ? nextPath(params) : { pathname: "/onboarding/region", search };

  const submit = () => {
    setFew(chosen.length < AT_LEAST);
    if (chosen.length >= AT_LEAST) save.mutate(chosen, { onSuccess: () => navigate(on) });
  };
  const refused = save.error && fieldText(save.error, t, "categories");
  return (
    <OnboardingLayout title={t("categories.title")}>
      {!alone && <Steps step={1} of={2} />}
      <h1 className={classes.title}>{t("categories.title")}</h1>
      <p className={classes.lead}>{t("categories.lead")}</p>
      <CategoryChoice
        legend={t("categories.legend")}
        chosen={chosen}
        onChange={(next) => {
          setChoice(next);
          setFew(false);
        }}
        error={refused}
      />
      <Problem error={save.error} known={["categories"]} />
      <div className={classes.buttons}>
        <Button component={Link} to={on} variant="subtle">
          {t(alone ? "common:action.cancel" : "onboarding.later")}
        </Button>
        {few ? (
          // Beside the button that was pressed: the end of the choice may be out of sight.
          <p className={classes.few} role="alert">
            {t("said.categories")}
          </p>
        ) : (
          <p className={classes.count} role="status">
            {t("categories.chosen", { count: chosen.length })}
          </p>
        )}
        <Button color="terracotta" loading={save.isPending} onClick={submit}>
          {t(alone ? "onboarding.save" : "signup.continue")}
        </Button>
      </div>
    </OnboardingLayout>
  );
}
