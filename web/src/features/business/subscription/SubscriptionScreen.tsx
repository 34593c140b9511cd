import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { type CompanyPlan, type Plan, useChangePlan, useSubscription } from "./api";
import { exceeded, LIMITS } from "./limits";
import classes from "./Subscription.module.css";

/** `/pro/settings/subscription`: the plan of the company, how much of it is used, and the other plans. */
export function SubscriptionScreen() {
  const { t } = useTranslation("business-team");
  const subscription = useSubscription();
  const [chosen, setChosen] = useState<Plan | null>(null);
  const { data } = subscription;
  return (
    <Screen title={t("plan.title")} back="/pro/settings">
      {data ? (
        <div className={classes.page}>
          <p className={classes.muted}>{t("plan.lead")}</p>
          <Usage subscription={data} />
          <ul className={classes.plans}>
            {data.plans.map((plan) => (
              <PlanCard key={plan.key} plan={plan} subscription={data} onChoose={() => setChosen(plan)} />
            ))}
          </ul>
          {chosen && <ChangeDialog plan={chosen} onClose={() => setChosen(null)} />}
        </div>
      ) : subscription.isError ? (
        <ErrorState title={t("plan.failed")} onRetry={() => void subscription.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}

function Usage({ subscription: { plan: key, plans, use } }: { subscription: CompanyPlan }) {
  const { t } = useTranslation("business-team");
  const { number } = useFormat();
  const plan = plans.find((one) => one.key === key);
  if (!plan) return null;
  return (
    <section className={classes.usage} aria-labelledby="plan-use">
      <h2 id="plan-use" className={classes.title}>
        {t("plan.current", { plan: t(`plan.name.${key}`) })}
      </h2>
      {LIMITS.map((limit) => (
        <div key={limit} className={classes.limit}>
          <span className={classes.line}>
            <span>{t(`plan.limit.${limit}`)}</span>
            <span className="tabular">
              {t("plan.used", { used: number(use[limit]), limit: number(plan[limit]) })}
            </span>
          </span>
          <progress
            className={classes.meter}
            value={use[limit]}
            max={plan[limit]}
            aria-label={t(`plan.limit.${limit}`)}
            data-full={use[limit] >= plan[limit] ? "" : undefined}
          />
        </div>
      ))}
    </section>
  );
}

interface PlanCardProps {
  plan: Plan;
  subscription: CompanyPlan;
  onChoose: () => void;
}

function PlanCard({ plan, subscription, onChoose }: PlanCardProps) {
  const { t } = useTranslation("business-team");
  const isCurrent = plan.key === subscription.plan;
  const over = exceeded(plan, subscription.use);
  const name = t(`plan.name.${plan.key}`);
  return (
    <li className={classes.plan} data-current={isCurrent ? "" : undefined}>
      <h3 className={classes.name}>{name}</h3>
      <p className={classes.muted}>{t(`plan.for.${plan.key}`)}</p>
      <ul className={classes.facts}>
        {LIMITS.map((limit) => (
          <li key={limit}>
            <Icon of={IconCheck} size={18} /> {t(`plan.allows.${limit}`, { count: plan[limit] })}
          </li>
        ))}
      </ul>
      {isCurrent ? (
        <p className={classes.mark}>{t("plan.yours")}</p>
      ) : over.length > 0 ? (
        <p className={classes.muted}>
          {over.map((limit) => t(`plan.over.${limit}`, { count: subscription.use[limit] })).join(" ")}
        </p>
      ) : (
        <Button variant="default" onClick={onChoose}>
          {t("plan.choose", { plan: name })}
        </Button>
      )}
    </li>
  );
}

function ChangeDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t } = useTranslation("business-team");
  const change = useChangePlan();
  const name = t(`plan.name.${plan.key}`);
  const submit = () =>
    change.mutate(plan.key, {
      onSuccess() {
        toast.success(t("plan.changed", { plan: name }));
        onClose();
      },
    });
  return (
    <Sheet opened onClose={onClose} title={t("plan.choose", { plan: name })}>
      <div className={classes.page}>
        <p>
          {t("plan.changeText")}{" "}
          {LIMITS.map((limit) => t(`plan.allows.${limit}`, { count: plan[limit] })).join(", ")}.
        </p>
        <FormError error={change.error} />
        <Button color="terracotta" loading={change.isPending} onClick={submit} data-autofocus>
          {t("plan.confirm")}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
