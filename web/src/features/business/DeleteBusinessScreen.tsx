import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { useBusiness } from "./api";
import { useWorkplaces } from "./companies/api";

const OWNER = ["page", "orders", "team", "customers", "kept"] as const;
const EMPLOYEE = ["account", "messages"] as const;

/** `/pro/settings/delete`: what a deletion does, and the form that confirms it, which the account's area lends. */
export function DeleteBusinessScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation("business-team");
  const business = useBusiness();
  const workplaces = useWorkplaces();
  const format = useFormat();
  const own = (workplaces.data ?? []).filter(({ role }) => role === "owner").map(({ name }) => name);
  const isOwner = own.length > 0;
  const title = t(isOwner ? "delete.title" : "delete.ownTitle");
  return (
    <Screen title={title} back="/pro/settings">
      {business.data && workplaces.data ? (
        <div className={classes.page}>
          <Section
            title={t("delete.what")}
            lead={
              isOwner
                ? t("delete.lead", { count: own.length, company: format.list(own) })
                : t("delete.ownLead")
            }
          >
            <ul>
              {(isOwner ? OWNER : EMPLOYEE).map((key) => (
                <li key={key}>{t(`delete.effect.${key}`)}</li>
              ))}
            </ul>
          </Section>
          {children}
        </div>
      ) : business.isError || workplaces.isError ? (
        <ErrorState
          title={t("employees.failed")}
          onRetry={() => {
            void business.refetch();
            void workplaces.refetch();
          }}
        />
      ) : (
        <RowSkeletons rows={4} />
      )}
    </Screen>
  );
}
