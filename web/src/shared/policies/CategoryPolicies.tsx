import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Bdi } from "@/ui/Bdi";
import { aboutKey, type PolicyKind, readAbout } from "./api";
import classes from "./CategoryPolicies.module.css";
import { policiesOf } from "./policiesOf";

/** Kinds that matter to who books or buys. */
const KINDS = ["cancellation", "refund", "rule"] as const satisfies readonly PolicyKind[];

interface CategoryPoliciesProps {
  company: number;
  /** Category of what is booked or bought. */
  category: string;
}

/** Policies of the company for a category, each kind folded. Without any, nothing is shown. */
export function CategoryPolicies({ company, category }: CategoryPoliciesProps) {
  const { t } = useTranslation("catalogue");
  const about = useQuery({ queryKey: aboutKey(company), queryFn: () => readAbout(company) });
  if (about.isLoadingError) {
    return (
      <p className={classes.failed} role="alert">
        {t("policy.failed")}{" "}
        <Button variant="subtle" onClick={() => void about.refetch()}>
          {t("common:action.retry")}
        </Button>
      </p>
    );
  }
  const kinds = KINDS.map((kind) => ({
    kind,
    policies: policiesOf(about.data?.policies[kind] ?? [], category),
  })).filter(({ policies }) => policies.length > 0);
  if (kinds.length === 0) return null;
  return (
    <section className={classes.policies} aria-label={t("policy.title")}>
      {kinds.map(({ kind, policies }) => (
        <details key={kind} className={classes.kind}>
          <summary>{t(`policy.${kind}`)}</summary>
          {policies.map(({ id, title, text }) => (
            <div key={id} className={classes.policy}>
              {title && <Bdi className={classes.title}>{title}</Bdi>}
              {text && (
                <p className={classes.text}>
                  <Bdi>{text}</Bdi>
                </p>
              )}
            </div>
          ))}
        </details>
      ))}
    </section>
  );
}
