import { useTranslation } from "react-i18next";
import { Bdi } from "@/ui/Bdi";
import classes from "./DetailFacts.module.css";
import type { DetailFact } from "./useDetailFacts";

/** Details of an offering with their names: allergens, calories, diets. */
export function DetailFacts({ facts }: { facts: readonly DetailFact[] }) {
  const { t } = useTranslation("catalogue");
  return (
    <dl className={classes.facts}>
      {facts.map(({ key, lines }) => (
        <div key={key} className={classes.fact}>
          <dt>{t(`field.${key}`, { defaultValue: key })}</dt>
          {lines.map((line) => (
            <dd key={line}>
              <Bdi>{line}</Bdi>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
