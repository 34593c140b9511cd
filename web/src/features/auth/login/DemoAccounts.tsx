import { useTranslation } from "react-i18next";
import { type Realm, useAppInfo } from "@/api/session";
import classes from "@/shared/forms/forms.module.css";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";

interface DemoAccountsProps {
  realm: Realm;
  busy: boolean;
  onPick: (email: string, password: string) => void;
}

/** Lists the demo accounts. Renders nothing on a real server. */
export function DemoAccounts({ realm, busy, onPick }: DemoAccountsProps) {
  const { t } = useTranslation("auth");
  const demo = useAppInfo().data?.demo;
  const accounts = demo?.accounts.filter(({ type }) => (type === "professional") === (realm === "business"));
  if (!demo || !accounts?.length) return null;
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.demoTitle}>
        {t("demo.title")}
      </h2>
      <p className={classes.demoLead}>
        {t(realm === "business" ? "demo.leadBusiness" : "demo.lead", { password: demo.password })}
      </p>
      <ul className={classes.accounts}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              className={classes.account}
              disabled={busy}
              onClick={() => onPick(account.email, demo.password)}
            >
              <Avatar name={account.name} picture={account.picture} id={account.userName} size={40} />
              <span className={classes.who}>
                <Bdi>{account.name}</Bdi>
                <span className={classes.email}>{account.email}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
