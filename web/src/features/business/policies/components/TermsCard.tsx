import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CancellationTerms } from "@/api/types";
import { Icon } from "@/ui/Icon";
import classes from "./Policies.module.css";
import { TermsSheet } from "./TermsSheet";
import { useTermsText } from "./useTermsText";

/** The terms that the server applies, told in a sentence. */
export function TermsCard({ terms }: { terms: CancellationTerms }) {
  const { t } = useTranslation("policies");
  const termsText = useTermsText();
  const [editing, setEditing] = useState(false);
  return (
    <section className={classes.terms} aria-label={t("terms.title")}>
      <div>
        <h3 className={classes.termsTitle}>{t("terms.title")}</h3>
        <p className={classes.sentence}>{termsText(terms)}</p>
        <p className={classes.muted}>{t("terms.lead")}</p>
      </div>
      <Button variant="default" leftSection={<Icon of={IconPencil} />} onClick={() => setEditing(true)}>
        {t("terms.change")}
      </Button>
      {editing && <TermsSheet terms={terms} onClose={() => setEditing(false)} />}
    </section>
  );
}
