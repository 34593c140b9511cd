import { IconInfoCircle, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { type Notice, showNotice, useNotice } from "../hooks/useNotice";
import classes from "./Orders.module.css";

/** Says that a colleague was first, or that a step failed. */
export function OrderNotice() {
  const { t } = useTranslation("business-orders");
  const { notice } = useNotice();
  const text = useNoticeText();
  return (
    <div role="status" className={classes.status}>
      {notice && (
        <div className={classes.notice}>
          <Icon of={IconInfoCircle} />
          <p>{text(notice)}</p>
          <IconButton icon={IconX} label={t("common:action.close")} onClick={() => showNotice(null)} />
        </div>
      )}
    </div>
  );
}

function useNoticeText() {
  const { t } = useTranslation(["business-orders", "orders", "common"]);
  return (notice: Notice): string => {
    const { code } = notice;
    if (notice.kind === "failed") {
      return t("unmoved", { code, why: notice.offline ? t("common:error.network") : t("notSaved") });
    }
    if (notice.kind === "taken") return t("taken", { code, name: notice.name });
    return t("conflict", { code, state: t(`orders:state.company.${notice.state}`) });
  };
}
