import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "@/lib/form";
import { CheckField } from "@/ui/CheckField";
import { Sheet } from "@/ui/Sheet";
import classes from "./forms.module.css";
import type { LegalTexts } from "./legalTexts";

interface TermsFieldsProps {
  field: FieldProps;
  legal: LegalTexts;
}

/** To be accepted, and read where one stands: nothing typed is left behind. */
export function TermsFields({ field, legal }: TermsFieldsProps) {
  const { t } = useTranslation("auth");
  const [shown, setShown] = useState<"terms" | "privacy">("terms");
  const [opened, setOpened] = useState(false);
  const read = (text: "terms" | "privacy") => {
    setShown(text);
    setOpened(true);
  };
  return (
    <div>
      <CheckField {...field} label={t("field.terms")} />
      <p className={classes.reading}>
        <button type="button" className={classes.inline} onClick={() => read("terms")}>
          {t("signup.readTerms")}
        </button>
        <button type="button" className={classes.inline} onClick={() => read("privacy")}>
          {t("signup.readPrivacy")}
        </button>
      </p>
      <Sheet
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(shown === "terms" ? "signup.terms" : "signup.privacy")}
      >
        {legal(shown)}
      </Sheet>
    </div>
  );
}
