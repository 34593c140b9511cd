import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { useBusiness } from "./api";

const OWNER = ["page", "orders", "team", "customers", "kept"] as const;
const EMPLOYEE = ["account", "messages"] as const;

/** `/pro/settings/delete`: what a deletion does, and the form that confirms it, which the account's area lends. */
export function DeleteBusinessScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation("business-team");
  const business = useBusiness();
  const isOwner = business.data?.role === "owner";
  const title = t(isOwner ? "delete.title" : "delete.ownTitle");
  return (
    <Screen title={title} back="/pro/settings">
      {business.data ? (
        <div className={classes.page}>
          <Section
            title={t("delete.what")}
            lead={isOwner ? t("delete.lead", { company: business.data.company?.name }) : t("delete.ownLead")}
          >
            <ul>
              {(isOwner ? OWNER : EMPLOYEE).map((key) => (
                <li key={key}>{t(`delete.effect.${key}`)}</li>
              ))}
            </ul>
          </Section>
          {children}
        </div>
      ) : business.isError ? (
        <ErrorState title={t("employees.failed")} onRetry={() => void business.refetch()} />
      ) : (
        <RowSkeletons rows={4} />
      )}
    </Screen>
  );
}
