import { Button } from "@mantine/core";
import { IconLifebuoy } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { useSignOut } from "@/api/session";
import type { Company } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { useLanguage } from "@/lib/i18n";
import { countryName } from "@/shared/address/countries";
import { LazyDocuments } from "@/shared/documents/LazyDocuments";
import { LanguageSelect } from "@/shared/language/LanguageSelect";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ColorSchemeSwitch } from "@/ui/ColorSchemeSwitch";
import { ErrorState } from "@/ui/ErrorState";
import { NavRow } from "@/ui/NavRow";
import { Screen } from "@/ui/Screen";
import { SignOutRow } from "@/ui/SignOutRow";
import { RowSkeletons } from "@/ui/Skeletons";
import { useReturnFocus } from "@/ui/useReturnFocus";
import { useBusiness } from "./api";
import { EditCompanyForm } from "./components/EditCompanyForm";
import { useAccess } from "./permissions";
import { BUSINESS_SETTINGS } from "./settings";

/** The settings of a business: account details, and the ways to the others. */
export function BusinessDetailsScreen() {
  const { t } = useTranslation(["account", "me", "notifications", "policies", "business-team"]);
  const user = useUser();
  const signOut = useSignOut();
  const business = useBusiness();
  const access = useAccess();
  if (!user) return null;
  const company = business.data?.company;
  const isClosed = business.data?.role === null;
  return (
    <Screen title={t("title.business")}>
      <div className={classes.page}>
        <div className={classes.identity}>
          <Avatar name={company?.name ?? displayName(user)} picture={user.picture} id={user.id} size={72} />
          <div className={classes.words}>
            <h2 className={classes.title}>
              <Bdi>{company?.name ?? displayName(user)}</Bdi>
            </h2>
            <p className={classes.muted}>
              <Bdi>{`${displayName(user)} · ${user.email ?? ""}`}</Bdi>
            </p>
          </div>
        </div>
        <nav className={classes.ways} aria-label={t("title.settings")}>
          {BUSINESS_SETTINGS.filter(({ to }, index) => index > 0 && access(to) === "granted").map(
            ({ to, icon, title }) => (
              <NavRow key={to} to={to} icon={icon} title={t(title)} />
            ),
          )}
        </nav>
        {business.isLoadingError ? (
          <ErrorState title={t("business.failed")} onRetry={() => business.refetch()} />
        ) : isClosed ? (
          <p>{t("business-team:gate.closedText")}</p>
        ) : (
          <Section title={t("business.company")}>
            <CompanySection company={company} />
          </Section>
        )}
        {company && <LazyDocuments documents={company.documents} />}
        <Section title={t("business.look")}>
          <LanguageSelect />
          <ColorSchemeSwitch />
        </Section>
        <NavRow to="/help" icon={IconLifebuoy} title={t("me:link.help")} text={t("me:link.helpText")} />
        <SignOutRow onSignOut={signOut} />
      </div>
    </Screen>
  );
}

/** Shows the company data, or the form that edits them. */
function CompanySection({ company }: { company: Company | null | undefined }) {
  const { t } = useTranslation("account");
  const { data } = useBusiness();
  const [changing, setChanging] = useState(false);
  const change = useReturnFocus(changing);
  if (!company) return <RowSkeletons rows={4} />;
  if (changing) return <EditCompanyForm company={company} onDone={() => setChanging(false)} />;
  return (
    <>
      <CompanyFacts company={company} />
      {data?.permissions.includes("company") && (
        <Button ref={change} variant="default" className={classes.start} onClick={() => setChanging(true)}>
          {t("business.change")}
        </Button>
      )}
    </>
  );
}

function CompanyFacts({ company }: { company: Company }) {
  const { t } = useTranslation(["account", "category", "auth"]);
  const { tag } = useLanguage();
  const address = [
    company.address,
    [company.postal_code, company.city].join(" "),
    countryName(company.country, tag),
  ];
  return (
    <dl className={classes.facts}>
      <Fact name={t("auth:business.field.email")}>{company.email}</Fact>
      <Fact name={t("auth:business.field.phone")}>{company.phone}</Fact>
      <Fact name={t("auth:business.where")}>{address.join(", ")}</Fact>
      <Fact name={t("auth:business.categories")}>
        {company.categories.map((key) => t(`category:${key}`)).join(", ")}
      </Fact>
      {company.registration_number && (
        <Fact name={t("auth:business.field.registration")}>{company.registration_number}</Fact>
      )}
      {company.vat_number && <Fact name={t("auth:business.field.vat")}>{company.vat_number}</Fact>}
      {company.website && <Fact name={t("auth:business.field.website")}>{company.website}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        <Bdi>{children}</Bdi>
      </dd>
    </div>
  );
}
