import { IconMail, IconMapPin, IconPhone, IconTag, IconWorld } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import type { CompanyCard } from "../model/card";
import classes from "./PersonScreen.module.css";

/** Public data of a business. */
export function CompanyDetails({ company }: { company: CompanyCard }) {
  const { t } = useTranslation(["people", "category"]);
  const { tag } = useLanguage();
  const country = company.country && new Intl.DisplayNames(tag, { type: "region" }).of(company.country);
  const town = [company.postal_code, company.city].filter(Boolean).join(" ");
  const address = [company.address, town, country].filter(Boolean).join(", ");
  const categories = company.categories.map((key) => t(key, { ns: "category", defaultValue: key }));
  return (
    <section aria-labelledby="person-company">
      <h2 id="person-company" className={classes.heading}>
        <Bdi>{company.name}</Bdi>
      </h2>
      <dl className={classes.facts}>
        {categories.length > 0 && (
          <Fact icon={IconTag} word={t("company.offers")}>
            <ul className={classes.tags}>
              {categories.map((category) => (
                <li key={category} className={classes.tag}>
                  {category}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {address && (
          <Fact icon={IconMapPin} word={t("company.address")}>
            <Bdi>{address}</Bdi>
          </Fact>
        )}
        {company.phone && (
          <Fact icon={IconPhone} word={t("company.phone")}>
            <a href={`tel:${company.phone}`}>
              <bdi dir="ltr">{company.phone}</bdi>
            </a>
          </Fact>
        )}
        {company.email && (
          <Fact icon={IconMail} word={t("company.email")}>
            <a href={`mailto:${company.email}`}>
              <Bdi>{company.email}</Bdi>
            </a>
          </Fact>
        )}
        {company.website && (
          <Fact icon={IconWorld} word={t("company.website")}>
            <Website address={company.website} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

interface FactProps {
  icon: typeof IconTag;
  word: string;
  children: ReactNode;
}

function Fact({ icon, word, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>
        <Icon of={icon} />
        <span className={classes.factWord}>{word}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Only a web address becomes a link, whatever was entered. */
function Website({ address }: { address: string }) {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  const shown = address.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      <Bdi>{shown}</Bdi>
    </a>
  );
}
