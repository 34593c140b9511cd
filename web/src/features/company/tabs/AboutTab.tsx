import { Skeleton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { availabilityOf } from "@/shared/offering/availability";
import { useNow } from "@/shared/opening/useNow";
import { aboutKey } from "@/shared/policies/api";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { readAbout, readFacilities } from "../api";
import { StayTimes } from "../components/StayTimes";
import { useCompany } from "../hooks/useCompany";
import { formatHours, laterExceptions } from "../model/week";
import type { About, CompanyDetails, Policy, PolicyKind } from "../types";
import classes from "./AboutTab.module.css";

/** Kinds of policies, in the order of the page. */
const KINDS: readonly PolicyKind[] = ["directions", "rule", "cancellation", "refund", "privacy"];

/** `/companies/:companyId/about`: description, facilities, special hours, policies, rules and directions. */
export function AboutTab() {
  const { t } = useTranslation("company");
  const company = useCompany();
  const about = useQuery({
    queryKey: aboutKey(company.id),
    queryFn: () => readAbout(company.id),
  });
  return (
    <div className={classes.about}>
      {company.description && (
        <Part title={t("about.title", { name: company.name })}>
          <p className={classes.text}>
            <Bdi>{company.description}</Bdi>
          </p>
        </Part>
      )}
      {about.isPending && <Skeleton height={240} radius="lg" />}
      {about.isLoadingError && <ErrorState title={t("about.failed")} onRetry={() => void about.refetch()} />}
      {about.data && <Facilities about={about.data} />}
      <SpecialHours company={company} />
      {about.data &&
        KINDS.map((kind) => (
          <Policies
            key={kind}
            kind={kind}
            policies={about.data.policies[kind]}
            named={company.categories.length > 1}
          />
        ))}
      <BookingTerms company={company} />
      <SocialLinks company={company} />
      {about.data && saysNothing(company, about.data) && <EmptyState title={t("about.empty")} />}
    </div>
  );
}

const isBooked = ({ offers }: CompanyDetails) =>
  offers.some(({ availability }) => availabilityOf(availability).booked);

/** Returns true if no part of the page has content. */
const saysNothing = (company: CompanyDetails, { features, facilities, policies }: About) =>
  !company.description &&
  company.social_links.length === 0 &&
  company.hours.exceptions.length === 0 &&
  !isBooked(company) &&
  features.length + facilities.length === 0 &&
  KINDS.every((kind) => policies[kind].length === 0);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}

/** Names of the listed facilities in the chosen language. The company's own words stand in until loaded. */
function useFacilityNames(enabled: boolean): ReadonlyMap<string, string> | undefined {
  const { code } = useLanguage();
  return useQuery({
    queryKey: ["facilities", code],
    queryFn: () => readFacilities(code),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

function Facilities({ about }: { about: About }) {
  const { t } = useTranslation(["company", "catalogue"]);
  const features = about.features.map((key) => ({
    key,
    name: t(`catalogue:feature.${key}` as "catalogue:feature.vegan"),
    text: "",
  }));
  const names = useFacilityNames(about.facilities.some(({ facility }) => facility !== null));
  const named = about.facilities.map(({ id, facility, title, text }) => ({
    key: String(id),
    name: names?.get(facility ?? "") ?? title,
    text,
  }));
  const all = [
    ...features,
    // A listed facility has no name until the list of names is loaded.
    ...named.filter(({ name }) => name && !features.some((feature) => feature.name === name)),
  ];
  if (all.length === 0) return null;
  return (
    <Part title={t("about.facilities")}>
      <ul className={classes.facilities}>
        {all.map(({ key, name, text }) => (
          <li key={key}>
            <Icon of={IconCheck} />
            <span>
              <Bdi>{name}</Bdi>
              {text && (
                <span className={classes.note}>
                  <Bdi>{text}</Bdi>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function SpecialHours({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const { tag } = useLanguage();
  const now = useNow();
  const later = laterExceptions(company.hours, company.time_zone, now);
  if (later.length === 0) return null;
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeZone: "UTC", numberingSystem: "latn" });
  return (
    <Part title={t("about.specialHours")}>
      <dl className={classes.special}>
        {later.map((exception) => (
          <div key={exception.date}>
            <dt>
              {date.format(Date.parse(exception.date))}
              {exception.note && <span className={classes.note}>{exception.note}</span>}
            </dt>
            <dd>{exception.hours.map((hours) => formatHours(tag, hours)).join(", ") || t("hours.closed")}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

interface PoliciesProps {
  kind: PolicyKind;
  policies: readonly Policy[];
  /** An entry for one category names it: the company has several. */
  named: boolean;
}

function Policies({ kind, policies, named }: PoliciesProps) {
  const { t } = useTranslation(["company", "category"]);
  if (policies.length === 0) return null;
  return (
    <Part title={t(`about.policy.${kind}`)}>
      {policies.map(({ id, title, text, category }) => (
        <div key={id}>
          {title && (
            <h3 className={classes.policy}>
              <Bdi>{title}</Bdi>
            </h3>
          )}
          {named && category && (
            <p className={classes.scope}>{t("about.policy.for", { category: t(`category:${category}`) })}</p>
          )}
          {text && (
            <p className={classes.text}>
              <Bdi>{text}</Bdi>
            </p>
          )}
        </div>
      ))}
    </Part>
  );
}

/** Pages of the company on social networks, named by their host. */
function SocialLinks({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  if (company.social_links.length === 0) return null;
  return (
    <Part title={t("about.links")}>
      <ul className={classes.links}>
        {company.social_links.map((link) => (
          <li key={link}>
            <a href={link} target="_blank" rel="noreferrer nofollow">
              {new URL(link).host.replace(/^www\./, "")}
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Terms that the server applies to each booking. */
function BookingTerms({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const { free_cancel_hours, cancel_fee_percent } = company;
  if (!isBooked(company)) return null;
  return (
    <Part title={t("about.booking")}>
      <p className={classes.text}>
        {t("booking.cancel", { count: free_cancel_hours })}{" "}
        {cancel_fee_percent > 0 && t("about.fee", { percent: cancel_fee_percent })}
      </p>
      <StayTimes company={company} />
    </Part>
  );
}
