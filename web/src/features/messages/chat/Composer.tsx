import { ActionIcon } from "@mantine/core";
import { IconPhotoPlus, IconSend2 } from "@tabler/icons-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import type { Media } from "@/api/types";
import { useFormat } from "@/lib/format";
import { useLive } from "@/live";
import { Icon } from "@/ui/Icon";
import { attachmentsAllowed, useAttachments } from "../attachments";
import { useDraft } from "../drafts";
import { streamOf, useMe } from "../streams";
import { useTypingSignal } from "../typingSignal";
import { AttachmentStrip } from "./AttachmentStrip";
import classes from "./Composer.module.css";
import { useDrop } from "./drop";

/** As long as the server takes. */
const longest = 4_000;
const tellRest = 200;

interface ComposerProps {
  chat: number;
  onSent: () => void;
}

export function Composer({ chat, onSent }: ComposerProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const live = useLive();
  const me = useMe();
  const stream = streamOf(chat);
  const [text, setText] = useDraft(me, chat);
  const attachments = useAttachments();
  const tellTyping = useTypingSignal(stream);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const dropping = useDrop(attachments.add);
  useGrowing(field, text);
  useFocusWithKeyboard(field);

  const length = [...text.trim()].length;
  const rest = longest - length;
  const ready = attachments.items.some((item) => item.media !== undefined);
  const canSend = live !== null && !attachments.uploading && rest >= 0 && (length > 0 || ready);

  const send = () => {
    if (!live || !canSend) return;
    const media: Media[] = attachments.take();
    const command = {
      type: "send",
      text: text.trim(),
      media: media.map(({ id }) => id),
      reply_to: null,
    } as const;
    live.outbox.send(stream, command, media);
    setText("");
    tellTyping(false);
    onSent();
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter takes the suggestion; 229 is how Safari says so.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== "Enter" || event.shiftKey || composing) return;
    event.preventDefault();
    send();
  };

  const onPaste = (event: ClipboardEvent) => {
    const pictures = [...event.clipboardData.files].filter((file) => file.type.startsWith("image/"));
    if (pictures.length === 0) return;
    event.preventDefault();
    attachments.add(pictures);
  };

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {dropping && <p className={classes.drop}>{t("composer.drop")}</p>}
      <AttachmentStrip attachments={attachments} />
      <div className={classes.bar}>
        <ActionIcon
          aria-label={t("composer.attach")}
          onClick={() => picker.current?.click()}
          disabled={attachments.items.length >= attachmentsAllowed}
        >
          <Icon of={IconPhotoPlus} size={22} />
        </ActionIcon>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          data-testid="picker"
          onChange={(event) => {
            attachments.add(event.currentTarget.files ?? []);
            event.currentTarget.value = "";
          }}
        />
        <textarea
          ref={field}
          className={classes.field}
          rows={1}
          dir="auto"
          value={text}
          aria-label={t("composer.label")}
          placeholder={t("composer.placeholder")}
          aria-invalid={rest < 0 || undefined}
          aria-describedby={rest < tellRest ? "composer-rest" : undefined}
          enterKeyHint="send"
          onChange={(event) => {
            setText(event.currentTarget.value);
            tellTyping(event.currentTarget.value.trim() !== "");
          }}
          onBlur={() => tellTyping(false)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <ActionIcon
          type="submit"
          variant={canSend ? "filled" : "subtle"}
          color={canSend ? "terracotta" : "gray"}
          radius={22}
          className={classes.send}
          aria-label={t("composer.send")}
          aria-disabled={!canSend}
        >
          <Icon of={IconSend2} directed />
        </ActionIcon>
      </div>
      {rest < tellRest && (
        <p id="composer-rest" className={classes.rest} data-over={rest < 0 ? "" : undefined} role="status">
          {rest < 0
            ? t("composer.over", { count: -rest, shown: format.number(-rest) })
            : t("composer.rest", { count: rest, shown: format.number(rest) })}
        </p>
      )}
    </form>
  );
}

/** As high as its text; the style sheet sets the limit, and past it the text scrolls. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.blockSize = "auto";
    current.style.blockSize = `${current.scrollHeight}px`;
  }, [field, text]);
}

/** Ready to write, but not on a phone, where the keyboard would cover what was written before. */
function useFocusWithKeyboard(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (window.matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}
