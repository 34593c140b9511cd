import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ActionError } from "@/shared/forms/ActionError";
import { blockUser } from "../../api";
import type { ChatDetail } from "../../model/wire";
import classes from "./ComposerDisabled.module.css";

/** In the composer's place: why nothing can be written here, and what helps. */
export function ComposerDisabled({ chat }: { chat: ChatDetail }) {
  const { t } = useTranslation("messages");
  const unblocking = useMutation({ mutationFn: () => blockUser(chat.id, false) });
  return (
    <div className={classes.place} role="status">
      <p>{t(chat.blocked ? "cannot.blocked" : chat.can_write ? "request.full" : "cannot.write")}</p>
      <ActionError error={unblocking.error} text={t("refusal.other")} />
      {chat.blocked && (
        <Button variant="default" loading={unblocking.isPending} onClick={() => unblocking.mutate()}>
          {t("block.undo")}
        </Button>
      )}
    </div>
  );
}
