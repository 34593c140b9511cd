import { IconAlertTriangle, IconBell, IconCircleCheck, IconSettings } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useUser } from "@/api/auth";
import type { AccountDocument, Company } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { countryName } from "@/shared/address/countries";
import { expiry } from "@/shared/documents/documents";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { NavRow } from "@/ui/NavRow";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { useBusiness } from "./api";
import classes from "./BusinessHomeScreen.module.css";
import { useDashboard } from "./dashboard/api";
import { DashboardFigures } from "./dashboard/DashboardFigures";
import type { TeamRole } from "./employees/api";
import { useAccess } from "./permissions";

/** Something that waits for the business, and where it is done. */
export interface BusinessTask {
  to: string;
  title: string;
}

interface BusinessHomeScreenProps {
  /** Last conversations, lent by the messages area. */
  recent: ReactNode;
  /** Tasks of other areas. */
  tasks: readonly BusinessTask[];
}

/** `/pro`: figures of today, earnings, what needs doing, the last conversations, and the company. */
export function BusinessHomeScreen({ recent, tasks }: BusinessHomeScreenProps) {
  const { t } = useTranslation("account");
  const business = useBusiness();
  const company = business.data?.company;
  const attention = useAttention();
  const access = useAccess();
  const due = [...tasks, ...attention].filter(({ to }) => access(to) === "granted");
  return (
    <Screen
      title={t("home.title")}
      aside={
        business.isLoadingError ? (
          <ErrorState title={t("business.failed")} onRetry={() => business.refetch()} />
        ) : (
          <CompanyCard company={company} role={business.data?.role ?? "staff"} />
        )
      }
    >
      <div className={classes.page}>
        <DashboardFigures />
        <section aria-labelledby="home-tasks">
          <h2 id="home-tasks" className={classes.title}>
            {t("home.tasks")}
          </h2>
          <Tasks tasks={due} documents={company?.documents ?? []} />
        </section>
        <section aria-labelledby="home-recent">
          <h2 id="home-recent" className={classes.title}>
            {t("home.recent")}
          </h2>
          {recent}
        </section>
      </div>
    </Screen>
  );
}

/** Tasks that the figures of the company name. */
function useAttention(): BusinessTask[] {
  const { t } = useTranslation("business-sales");
  const attention = useDashboard().data?.attention;
  const tasks = [
    { key: "reservations", to: "/pro/reservations?tab=awaiting" },
    { key: "returns", to: "/pro/orders?view=list&status=returns" },
    { key: "reviews", to: "/pro/reviews?unanswered=true" },
    { key: "low_stock", to: "/pro/catalogue/products?stock=low_stock" },
    { key: "tickets", to: "/pro/settings/tickets" },
  ] as const;
  return tasks
    .map(({ key, to }) => ({
      to,
      count: attention?.[key] ?? 0,
      title: t(`task.${key}`, { count: attention?.[key] ?? 0 }),
    }))
    .filter(({ count }) => count > 0);
}

interface TasksProps {
  tasks: readonly BusinessTask[];
  documents: readonly AccountDocument[];
}

function Tasks({ tasks, documents }: TasksProps) {
  const { t } = useTranslation("account");
  const format = useFormat();
  const now = new Date();
  const ending = documents.filter(({ expires_on }) => expiry(expires_on ?? null, now) !== "fine");
  if (tasks.length + ending.length === 0) {
    return (
      <p className={classes.done}>
        <Icon of={IconCircleCheck} />
        {t("home.nothing")}
      </p>
    );
  }
  return (
    <ul className={classes.rows}>
      {tasks.map(({ to, title }) => (
        <li key={to}>
          <NavRow to={to} icon={IconBell} title={title} />
        </li>
      ))}
      {ending.map(({ id, name, expires_on }) => (
        <li key={id}>
          <NavRow
            to="/pro/settings"
            icon={IconAlertTriangle}
            title={t(`documents.${expiry(expires_on ?? null, now) === "over" ? "over" : "soon"}`)}
            text={expires_on ? `${name}, ${t("documents.until", { day: format.date(expires_on) })}` : name}
          />
        </li>
      ))}
    </ul>
  );
}

interface CompanyCardProps {
  company: Company | null | undefined;
  role: TeamRole;
}

function CompanyCard({ company, role }: CompanyCardProps) {
  const { t } = useTranslation(["account", "category", "business-team"]);
  const { tag } = useLanguage();
  const user = useUser();
  if (!user) return null;
  if (!company) return <RowSkeletons rows={2} />;
  const town = [company.city, countryName(company.country, tag)].join(", ");
  return (
    <section className={classes.company} aria-label={t("business.company")}>
      <div className={classes.identity}>
        <Avatar name={company.name} picture={user.picture} id={user.id} size={56} />
        <div className={classes.words}>
          <h2 className={classes.name}>
            <Bdi>{company.name}</Bdi>
          </h2>
          <p className={classes.muted}>
            <Bdi>{town}</Bdi>
          </p>
        </div>
      </div>
      <p className={classes.muted}>{company.categories.map((key) => t(`category:${key}`)).join(", ")}</p>
      <p className={classes.muted}>
        {t("common:colon", { label: t(`business-team:role.${role}`) })} <Bdi>{displayName(user)}</Bdi>
      </p>
      <Link to="/pro/settings" className={classes.link}>
        <Icon of={IconSettings} />
        {t("title.business")}
      </Link>
    </section>
  );
}
