import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { nextPath } from "@/lib/returnPath";
import { CategoryPicker } from "@/shared/categories/CategoryPicker";
import { FormError } from "@/shared/forms/FormError";
import { firstFieldError } from "@/shared/forms/serverErrors";
import { useFavorites, useSaveFavorites } from "./api";
import { OnboardingLayout } from "./components/OnboardingLayout";
import classes from "./components/onboarding.module.css";

const MIN_CATEGORIES = 3;

/** Asks for favorite categories. The home page shows them first. */
export function CategoriesScreen({ settings = false }: { settings?: boolean }) {
  const { t } = useTranslation("auth");
  const { search } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const saved = useFavorites().data;
  const save = useSaveFavorites();
  const [choice, setChoice] = useState<string[] | null>(null);
  const [few, setFew] = useState(false);
  const chosen = choice ?? saved ?? [];
  const on = settings ? nextPath(params, "/UserProfile/User") : { pathname: "/onboarding/region", search };

  const submit = () => {
    setFew(chosen.length < MIN_CATEGORIES);
    if (chosen.length >= MIN_CATEGORIES) save.mutate(chosen, { onSuccess: () => navigate(on) });
  };
  const refused = save.error && firstFieldError(save.error, t, "categories");
  return (
    <OnboardingLayout
      title={t("categories.title")}
      lead={t("categories.lead")}
      step={settings ? undefined : "categories"}
      back={settings ? nextPath(params, "/UserProfile/User") : undefined}
      buttons={
        <>
          <Button component={Link} to={on} variant="subtle">
            {t(settings ? "common:action.cancel" : "onboarding.later")}
          </Button>
          {few ? (
            // Beside the button that was pressed: the end of the choice may be out of sight.
            <p className={classes.few} role="alert">
              {t("serverError.categories")}
            </p>
          ) : (
            <p className={classes.count} role="status">
              {t("categories.chosen", { count: chosen.length })}
            </p>
          )}
          <Button color="terracotta" loading={save.isPending} onClick={submit}>
            {t(settings ? "onboarding.save" : "signup.continue")}
          </Button>
        </>
      }
    >
      <CategoryPicker
        legend={t("categories.legend")}
        chosen={chosen}
        onChange={(next) => {
          setChoice(next);
          setFew(false);
        }}
        error={refused}
      />
      <FormError error={save.error} known={["categories"]} />
    </OnboardingLayout>
  );
}
