import { IconCheck, IconPoint } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./forms.module.css";
import { PASSWORD_RULES, type PasswordRule } from "./validation";

/** The rules of a new password, each ticked as it is met. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation("auth");
  return (
    <ul id={id} className={classes.rules} aria-label={t("rule.label")}>
      {(Object.keys(PASSWORD_RULES) as PasswordRule[]).map((rule) => {
        const met = PASSWORD_RULES[rule](password);
        return (
          <li key={rule} className={classes.rule} data-met={met || undefined}>
            <Icon of={met ? IconCheck : IconPoint} size={16} />
            {t(`rule.${rule}`)}
            {met && <VisuallyHidden>{t("rule.met")}</VisuallyHidden>}
          </li>
        );
      })}
    </ul>
  );
}
