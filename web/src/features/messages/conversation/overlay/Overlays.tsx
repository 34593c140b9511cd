import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { Sheet } from "@/ui/Sheet";
import type { ChatState } from "../../model/chat";
import { EmojiPicker } from "../composer/EmojiPicker";
import { type Overlay, useMessageActions } from "../MessageActionsContext";
import type { MessageMutations } from "../useMessageMutations";
import { DeleteMessage } from "./DeleteMessage";
import { MessageInfo } from "./MessageInfo";
import { MessageMenu } from "./MessageMenu";

const Forward = lazyPart(() => import("./Forward").then((file) => file.Forward));
const ReportChat = lazyPart(() => import("../../ReportChat").then((file) => file.ReportChat));

interface OverlaysProps {
  overlay: Overlay;
  state: ChatState;
  changes: MessageMutations;
  onClose: () => void;
}

/** Dialogs above a chat for one message: the menu and the dialogs it opens. */
export function Overlays({ overlay, state, changes, onClose }: OverlaysProps) {
  const { t } = useTranslation("messages");
  const { react } = useMessageActions();
  const { message } = overlay;
  if (overlay.kind === "menu") return <MessageMenu overlay={overlay} state={state} onClose={onClose} />;
  const titles = {
    emoji: t("reaction.title"),
    delete: t("delete.title"),
    forward: t("forward.title"),
    info: t("info.title"),
    report: t("report.message"),
  };
  return (
    <Sheet opened onClose={onClose} title={titles[overlay.kind]}>
      {overlay.kind === "emoji" && (
        <EmojiPicker
          onPick={(emoji) => {
            react(message, emoji);
            onClose();
          }}
        />
      )}
      {overlay.kind === "delete" && (
        <DeleteMessage message={message} state={state} changes={changes} onDone={onClose} />
      )}
      {overlay.kind === "forward" && <Forward chat={state.chat.id} message={message} onDone={onClose} />}
      {overlay.kind === "info" && <MessageInfo message={message} state={state} />}
      {overlay.kind === "report" && (
        <ReportChat
          chat={state.chat}
          about={{ seq: message.seq, user_id: message.sender }}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}
