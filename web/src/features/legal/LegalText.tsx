import { useTranslation } from "react-i18next";
import classes from "./LegalText.module.css";

export type Legal = "terms" | "privacy";

/** The sections of a text, as many as the language file has. */
export function LegalText({ of }: { of: Legal }) {
  const { t, i18n } = useTranslation("legal");
  const sections: number[] = [];
  while (i18n.exists(`${of}.${sections.length + 1}.title`, { ns: "legal" }))
    sections.push(sections.length + 1);
  return (
    <div className={classes.text}>
      <p className={classes.lead}>{t(`${of}.lead`)}</p>
      {sections.map((section) => (
        <section key={section} className={classes.section}>
          <h2 className={classes.title}>
            {section}. {t(`${of}.${section}.title`)}
          </h2>
          <p>{t(`${of}.${section}.text`)}</p>
        </section>
      ))}
    </div>
  );
}
