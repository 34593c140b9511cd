import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type ChatState, memberOf } from "../../model/chat";
import { mayDeleteForAll } from "../../model/timeline";
import type { Message } from "../../model/wire";
import { useMe } from "../../useChatStreams";
import { Quoted } from "../bubble/Quote";
import type { MessageMutations } from "../useMessageMutations";
import classes from "./overlay.module.css";

interface DeleteMessageProps {
  message: Message;
  state: ChatState;
  changes: MessageMutations;
  onDone: () => void;
}

export function DeleteMessage({ message, state, changes, onDone }: DeleteMessageProps) {
  const { t } = useTranslation("messages");
  const me = memberOf(state, useMe());
  const forAll = mayDeleteForAll(message, me, state.chat.kind === "group", Date.now());
  const act = (change: (message: Message) => void) => () => {
    change(message);
    onDone();
  };
  return (
    <div className={classes.stack}>
      <div className={classes.quote}>
        <Quoted message={message} />
      </div>
      <p className={classes.note}>{t(forAll ? "delete.text" : "delete.meText")}</p>
      {forAll && (
        <Button color="brick" onClick={act(changes.deleteForAll)}>
          {t("delete.all")}
        </Button>
      )}
      <Button
        variant={forAll ? "default" : "filled"}
        color="brick"
        onClick={act(changes.hide)}
        data-autofocus
      >
        {t("delete.me")}
      </Button>
      <Button variant="subtle" onClick={onDone}>
        {t("cancel")}
      </Button>
    </div>
  );
}
