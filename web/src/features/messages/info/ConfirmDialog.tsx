import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Sheet } from "@/ui/Sheet";
import { blockUser, clearChat, deleteChat, removeMember } from "../api";
import { useBasePath } from "../BasePathContext";
import classes from "../conversation/overlay/overlay.module.css";
import type { ChatSummary } from "../model/wire";
import { useMe } from "../useChatStreams";

/** Actions that ask for confirmation because they are final or affect others. */
export type ConfirmKind = "clear" | "deleteChat" | "block" | "unblock" | "leave";

interface ConfirmDialogProps {
  chat: Pick<ChatSummary, "id">;
  /** The other side is a company. */
  company?: boolean;
  question: ConfirmKind | undefined;
  onClose: () => void;
}

export function ConfirmDialog({ chat, company = false, question, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const navigate = useNavigate();
  const basePath = useBasePath();
  const close = () => {
    acting.reset();
    onClose();
  };
  const acting = useMutation({
    mutationFn: async (what: ConfirmKind) => {
      if (what === "clear") await clearChat(chat.id);
      else if (what === "deleteChat") await deleteChat(chat.id);
      else if (what === "leave") await removeMember(chat.id, me);
      else await blockUser(chat.id, what === "block");
    },
    onSuccess(_answer, what) {
      toast.success(t(`${what}.done`));
      close();
      if (what === "leave" || what === "deleteChat") navigate(basePath);
    },
  });
  if (!question) return null;
  return (
    <Sheet
      opened
      onClose={close}
      title={t(company && question === "block" ? "block.company" : `${question}.title`)}
    >
      <div className={classes.stack}>
        <p>{t(`${question}.text`)}</p>
        <ActionError error={acting.error} text={t("refusal.other")} />
        <Button
          color={question === "unblock" ? "tile" : "brick"}
          loading={acting.isPending}
          onClick={() => acting.mutate(question)}
          data-autofocus
        >
          {t(`${question}.submit`)}
        </Button>
        <Button variant="subtle" onClick={close}>
          {t("cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
