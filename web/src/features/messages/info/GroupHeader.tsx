import { Button, FileButton, TextInput } from "@mantine/core";
import { IconCamera, IconPencil } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useFormat } from "@/lib/format";
import { ActionError } from "@/shared/forms/ActionError";
import { uploadMedia } from "@/shared/upload/uploadMedia";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { IconButton } from "@/ui/IconButton";
import { useReturnFocus } from "@/ui/useReturnFocus";
import { changeGroup } from "../api";
import { fileErrorOf } from "../limits";
import { type ChatState, memberOf } from "../model/chat";
import { chatIdentity } from "../model/chatTitle";
import { uploadErrorText } from "../uploadErrors";
import { useMe } from "../useChatStreams";
import classes from "./Info.module.css";
import { Uploading } from "./Uploading";

/** A group's picture and title, which its owner and admins may change. */
export function GroupHeader({ state }: { state: ChatState }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const { chat } = state;
  const face = chatIdentity(chat, me, format.list);
  const role = memberOf(state, me)?.role;
  const mayChange = role === "owner" || role === "admin";
  const [renaming, setRenaming] = useState(false);
  const rename = useReturnFocus(renaming);
  const [part, setPart] = useState(0);
  const picture = useMutation({
    mutationFn: async (file: File) => {
      if (!file.type.startsWith("image/") || fileErrorOf(file)) throw new Error("not a picture");
      const media = await uploadMedia(file, setPart, new AbortController().signal);
      await changeGroup(chat.id, { picture: media.id });
    },
    onMutate: () => setPart(0),
  });
  const refusal = () => {
    const failure = picture.error;
    const known = failure instanceof ApiError ? uploadErrorText(failure.code, t) : undefined;
    const said = failure instanceof ApiError && !failure.transient ? failure.message : undefined;
    return known ?? said ?? t("group.noPicture");
  };
  return (
    <div className={classes.face}>
      <span className={classes.portrait}>
        <Avatar id={face.id} name={face.name} picture={face.picture} size={96} />
        {mayChange && (
          <FileButton accept="image/*" onChange={(file) => file && picture.mutate(file)}>
            {(props) => (
              <IconButton
                icon={IconCamera}
                {...props}
                className={classes.camera}
                variant="filled"
                color="tile"
                radius={22}
                loading={picture.isPending}
                label={t("group.picture")}
              />
            )}
          </FileButton>
        )}
      </span>
      {picture.isPending && <Uploading part={part} />}
      <ActionError error={picture.error} text={refusal()} />
      {renaming ? (
        <Rename chat={chat.id} title={chat.title ?? ""} onDone={() => setRenaming(false)} />
      ) : (
        <p className={classes.name}>
          <Bdi>{face.name}</Bdi>
          {mayChange && (
            <IconButton
              icon={IconPencil}
              iconSize={18}
              ref={rename}
              label={t("group.rename")}
              onClick={() => setRenaming(true)}
            />
          )}
        </p>
      )}
      <p className={classes.muted}>{t("people.count", { count: chat.member_count })}</p>
    </div>
  );
}

export const MAX_TITLE_LENGTH = 80;

function Rename({ chat, title, onDone }: { chat: number; title: string; onDone: () => void }) {
  const { t } = useTranslation("messages");
  const [text, setText] = useState(title);
  const renaming = useMutation({
    mutationFn: () => changeGroup(chat, { title: text.trim() }),
    onSuccess: onDone,
  });
  const { error } = renaming;
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) renaming.mutate();
      }}
    >
      <TextInput
        label={t("group.title")}
        value={text}
        maxLength={MAX_TITLE_LENGTH}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error && (error instanceof ApiError ? (error.fields.title?.[0] ?? t("refusal.other")) : true)}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
        autoFocus
      />
      <Button type="submit" loading={renaming.isPending} disabled={!text.trim()}>
        {t("group.save")}
      </Button>
    </form>
  );
}
