import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CompanySummary } from "@/shared/offering/types";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import classes from "./CompanyRows.module.css";

interface CompanyRowsProps {
  companies: readonly CompanySummary[];
  /** Acts on the chosen company. Without it, a row leads to the page of its company. */
  onChoose?: (company: CompanySummary) => void;
  disabled?: boolean;
}

/** Companies in a list of people: logo, name, category and town, below a heading. */
export function CompanyRows({ companies, onChoose, disabled }: CompanyRowsProps) {
  const { t } = useTranslation("catalogue");
  if (companies.length === 0) return null;
  return (
    <section aria-label={t("businesses")}>
      <h2 className={classes.heading}>{t("businesses")}</h2>
      <ul className={classes.list}>
        {companies.map((company) => (
          <li key={company.id}>
            {onChoose ? (
              <UnstyledButton className={classes.row} disabled={disabled} onClick={() => onChoose(company)}>
                <Words company={company} />
              </UnstyledButton>
            ) : (
              <Link className={classes.row} to={`/companies/${company.handle}`}>
                <Words company={company} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ company }: { company: CompanySummary }) {
  const { t } = useTranslation("category");
  const [main] = company.categories;
  return (
    <>
      <Avatar id={company.id} name={company.name} picture={company.logo?.url} size={44} />
      <span className={classes.words}>
        <span className={classes.name}>
          <Bdi line>{company.name}</Bdi>
        </span>
        <span className={classes.note}>
          {main && `${t(main, { defaultValue: main })} · `}
          <Bdi>{company.city}</Bdi>
        </span>
      </span>
    </>
  );
}
