import { Button, UnstyledButton } from "@mantine/core";
import { IconCheck, IconPlus, IconSelector } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { toast } from "@/lib/toasts";
import { OpeningState } from "@/shared/opening/OpeningState";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { CountBadge } from "@/ui/CountBadge";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { ContextMenu, MenuItem } from "@/ui/menu/ContextMenu";
import { useSwitchCompany, useWorkplaces, type Workplace } from "./api";
import classes from "./CompanySwitcher.module.css";

/** `/pro/companies/new`. */
const NEW = "/pro/companies/new";

/** Company that the account acts for, and a menu of its others. A folded rail shows the logo only. */
export function CompanySwitcher({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation("business-team");
  const navigate = useNavigate();
  const { data: workplaces = [], isPending } = useWorkplaces();
  const change = useSwitchCompany();
  const [at, setAt] = useState<DOMRect>();
  const active = workplaces.find((company) => company.active);
  if (isPending) return null;
  if (!active) {
    return folded ? (
      <IconButton
        icon={IconPlus}
        label={t("companies.add")}
        to={NEW}
        variant="default"
        data-tooltip-side="end"
      />
    ) : (
      <Button component={Link} to={NEW} variant="default" leftSection={<Icon of={IconPlus} />}>
        {t("companies.add")}
      </Button>
    );
  }

  const isOnly = workplaces.length === 1;
  const elsewhere = workplaces.filter((company) => !company.active);
  const waiting = elsewhere.reduce((sum, company) => sum + company.waiting, 0);
  const close = () => setAt(undefined);
  const choose = (company: Workplace) => {
    close();
    if (company.active) return;
    change.mutate(company.id, {
      onError: (error) => toast.error(t("companies.switchFailed", { company: company.name }), error),
    });
  };
  return (
    <>
      <UnstyledButton
        className={classes.trigger}
        data-folded={folded ? "" : undefined}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        aria-busy={change.isPending || undefined}
        aria-label={folded ? active.name : undefined}
        data-tooltip={folded ? active.name : undefined}
        data-tooltip-side="end"
        onClick={(event) => setAt(at ? undefined : event.currentTarget.getBoundingClientRect())}
      >
        <span className={classes.logo}>
          <Avatar name={active.name} picture={active.logo} id={active.id} size={36} />
          <span className={classes.waiting}>
            <CountBadge value={waiting} label={t("companies.waitingElsewhere", { count: waiting })} />
          </span>
        </span>
        {!folded && (
          <>
            <Words company={active} />
            {!isOnly && (
              <span className={classes.arrow}>
                <Icon of={IconSelector} size={18} />
              </span>
            )}
          </>
        )}
      </UnstyledButton>
      {at && (
        <ContextMenu label={t("companies.menu")} at={at} onClose={close}>
          {!isOnly &&
            workplaces.map((company) => (
              <UnstyledButton
                key={company.id}
                role="menuitemradio"
                aria-checked={company.active}
                tabIndex={-1}
                className={classes.item}
                onClick={() => choose(company)}
              >
                <Avatar name={company.name} picture={company.logo} id={company.id} size={36} />
                <Words company={company} />
                {company.active ? (
                  <Icon of={IconCheck} size={18} />
                ) : (
                  <CountBadge
                    value={company.waiting}
                    label={t("companies.waiting", { count: company.waiting })}
                  />
                )}
              </UnstyledButton>
            ))}
          {!isOnly && <hr className={classes.line} />}
          <MenuItem
            icon={IconPlus}
            onClick={() => {
              close();
              void navigate(NEW);
            }}
          >
            {t("companies.add")}
          </MenuItem>
        </ContextMenu>
      )}
    </>
  );
}

function Words({ company }: { company: Workplace }) {
  const { t } = useTranslation("business-team");
  return (
    <span className={classes.words}>
      <Bdi line className={classes.name}>
        {company.name}
      </Bdi>
      <span className={classes.state}>
        <span>{t(`role.${company.role}`)}</span>
        <OpeningState opening={company.opening} zone={company.time_zone} short />
      </span>
    </span>
  );
}
