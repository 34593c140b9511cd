import { useTranslation } from "react-i18next";
import { Screen } from "@/ui/Screen";
import { type Legal, LegalText } from "./LegalText";

/** `/terms` and `/privacy-policy`. */
export function LegalScreen({ of }: { of: Legal }) {
  const { t } = useTranslation("legal");
  return (
    <Screen title={t(`${of}.title`)}>
      <LegalText of={of} />
    </Screen>
  );
}
