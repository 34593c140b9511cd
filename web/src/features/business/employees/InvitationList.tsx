import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { useInvitations } from "./api";
import classes from "./Employees.module.css";
import { InvitationSheet } from "./InvitationSheet";

/** Invitations that nobody accepted yet. Nothing while there is none. */
export function InvitationList() {
  const { t } = useTranslation("business-team");
  const open = useInvitations().data ?? [];
  const [openId, setOpenId] = useState<number | null>(null);
  const opened = open.find(({ id }) => id === openId);
  if (open.length === 0) return null;
  return (
    <section className={classes.stack} aria-labelledby="open-invitations">
      <h2 id="open-invitations">{t("invitations.open")}</h2>
      <ul className={classes.list}>
        {open.map(({ id, email, role }) => (
          <li key={id}>
            <button
              type="button"
              className={`bare ${classes.row}`}
              data-plain
              aria-haspopup="dialog"
              onClick={() => setOpenId(id)}
            >
              <span className={classes.words}>
                <span className={classes.name}>
                  <Bdi>{email}</Bdi>
                </span>
              </span>
              <span className={classes.chips}>
                <span className={classes.chip}>{t(`role.${role}`)}</span>
                <span className={classes.chip} data-tone="invited">
                  {t("employees.invited")}
                </span>
              </span>
              <Icon of={IconChevronRight} directed />
            </button>
          </li>
        ))}
      </ul>
      {opened && <InvitationSheet key={opened.id} invitation={opened} onClose={() => setOpenId(null)} />}
    </section>
  );
}
