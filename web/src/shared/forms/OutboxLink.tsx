import { IconMailOpened } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useAppInfo } from "@/api/session";
import { Icon } from "@/ui/Icon";
import classes from "./forms.module.css";

/** A demo sends nothing: what it would have sent is read in its outbox. In a tab of its own, so that this step stays. */
export function OutboxLink() {
  const { t } = useTranslation("auth");
  if (!useAppInfo().data?.demo) return null;
  return (
    <a href="/demo/outbox" target="_blank" rel="noopener" className={classes.outbox}>
      <Icon of={IconMailOpened} />
      {t("code.outbox")}
    </a>
  );
}
