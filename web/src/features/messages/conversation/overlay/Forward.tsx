import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { foldText } from "@/lib/foldText";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { ulid } from "@/live";
import { MAX_RECIPIENTS, PickList, toggled } from "@/shared/people-picker/PickList";
import { Bdi } from "@/ui/Bdi";
import { forward } from "../../api";
import { chatIdentity } from "../../model/chatTitle";
import type { Message } from "../../model/wire";
import { useChats, useMe } from "../../useChatStreams";
import { errorText } from "../errorText";
import classes from "./overlay.module.css";

interface ForwardProps {
  chat: number;
  message: Message;
  onDone: () => void;
}

/** Chooses the chats that a message goes on to. */
export function Forward({ chat, message, onDone }: ForwardProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const { state } = useChats();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  // One for all tries: what a lost answer hid is not said twice.
  const [id] = useState(() => ulid());
  const sending = useMutation({
    mutationFn: () => forward({ id, chat_id: chat, seq: message.seq, chat_ids: [...chosen] }),
    onSuccess(answers) {
      const refused = answers.filter(({ code }) => code).map(({ chat_id }) => chat_id);
      toast.success(t("forward.done", { count: answers.length - refused.length }));
      if (refused.length === 0) onDone();
      else setChosen(refused);
    },
  });
  const refused = sending.data?.filter(({ code }) => code) ?? [];
  const all = (state?.chats ?? [])
    .filter(({ can_write }) => can_write)
    .map((one) => ({ id: one.id, face: chatIdentity(one, me, format.list) }));
  const nameOf = (chat: number) => all.find(({ id }) => id === chat)?.face.name;
  const rows = all.filter(({ face }) => foldText(face.name).includes(foldText(query.trim())));
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) sending.mutate();
      }}
    >
      <TextInput
        label={t("forward.search")}
        type="search"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.scroll}>
        <PickList
          label={t("forward.chats")}
          items={rows.map(({ id, face }) => ({
            id,
            avatarId: face.id,
            name: face.name,
            picture: face.picture,
          }))}
          chosen={chosen}
          max={MAX_RECIPIENTS}
          onToggle={(id) => setChosen((now) => toggled(now, id))}
        />
        {rows.length === 0 && <p className={classes.note}>{t("forward.none")}</p>}
      </div>
      {refused.length > 0 && (
        <ul role="alert" className={classes.list}>
          {refused.map(({ chat_id, code }) => (
            <li key={chat_id} className={classes.note}>
              <Bdi>{nameOf(chat_id)}</Bdi>: {errorText(code ?? "", t)}
            </li>
          ))}
        </ul>
      )}
      {sending.error && (
        <p role="alert" className={classes.note}>
          {errorText(sending.error instanceof ApiError ? sending.error.code : "", t)}
        </p>
      )}
      <Button type="submit" color="terracotta" loading={sending.isPending} disabled={chosen.length === 0}>
        {t("forward.submit", { count: chosen.length })}
      </Button>
    </form>
  );
}
