import { IconCheck, IconMicrophone, IconMoodSmile, IconPaperclip, IconSend2 } from "@tabler/icons-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { useLive } from "@/live";
import { useCaretMention, useMentions } from "@/shared/mentions/useMentions";
import { IconButton } from "@/ui/IconButton";
import { ACCEPT } from "../../limits";
import type { ChatState } from "../../model/chat";
import { mentionedIn } from "../../model/mentions";
import type { Draft, Media, Message } from "../../model/wire";
import { streamOf, useMe } from "../../useChatStreams";
import { useDraft } from "../../useDraft";
import { useTypingSignal } from "../../useTypingSignal";
import classes from "./Composer.module.css";
import { MAX_ATTACHMENTS, useAttachments } from "./useAttachments";
import { useFileDrop } from "./useFileDrop";
import { useMentionable } from "./useMentionable";

const AttachmentStrip = lazyPart(() => import("./AttachmentStrip").then((file) => file.AttachmentStrip));
const ComposerMode = lazyPart(() => import("./ComposerMode").then((file) => file.ComposerMode));
const MentionList = lazyPart(() => import("@/shared/mentions/MentionList").then((file) => file.MentionList));
const Recorder = lazyPart(() => import("../voice/Recorder").then((file) => file.Recorder));
const EmojiButton = lazyPart(() => import("./EmojiButton").then((file) => file.EmojiButton));

/** As long as the server takes. */
const MAX_LENGTH = 4_000;
const COUNTDOWN_FROM = 200;

const records = typeof MediaRecorder !== "undefined" && Boolean(navigator.mediaDevices);

/** Mode of the composer: a reply, or an edit of a message. */
export type Mode = { kind: "reply" | "edit"; message: Message };

interface ComposerProps {
  state: ChatState;
  draft: Draft | null;
  mode: Mode | undefined;
  onMode: (mode: Mode | undefined) => void;
  onSent: () => void;
  onEdit: (message: Message, text: string, mentions: number[]) => void;
  /** Arrow up in an empty field. */
  onEditLast: () => void;
}

export function Composer({ state, draft, mode, onMode, onSent, onEdit, onEditLast }: ComposerProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const live = useLive();
  const me = useMe();
  const chat = state.chat.id;
  const stream = streamOf(chat);
  const editing = mode?.kind === "edit" ? mode.message : undefined;
  const [drafted, setDrafted] = useDraft(me, chat, draft);
  const [changed, setChanged] = useState("");
  const [text, setText] = editing ? [changed, setChanged] : [drafted, setDrafted];
  const [recording, setRecording] = useState<"held" | "tapped">();
  const [emoji, setEmoji] = useState(false);
  const attachments = useAttachments();
  const tellTyping = useTypingSignal(stream);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const dropping = useFileDrop(attachments.add);
  const isGroup = state.chat.kind === "group";
  const mention = useCaretMention(text, isGroup);
  const people = useMentionable(state, mention.written?.query);
  const mentions = useMentions({ field, text, setText, mention, enabled: isGroup, people });
  useGrowing(field, text);
  useFocusWithKeyboard(field);

  // Focuses the field when a reply or an edit starts.
  useEffect(() => {
    if (!mode) return;
    if (mode.kind === "edit") setChanged(mode.message.text);
    field.current?.focus();
  }, [mode]);

  const length = [...text.trim()].length;
  const rest = MAX_LENGTH - length;
  const ready = attachments.items.some((item) => item.media !== undefined);
  const enough = length > 0 || (editing ? editing.media.length > 0 : ready);
  const canSend = live !== null && !attachments.uploading && rest >= 0 && enough;

  const sendMedia = (media: Media[], said: string) => {
    const named = mentionedIn(said, people);
    const command = {
      type: "send",
      text: said,
      media: media.map(({ id }) => id),
      reply_to: mode?.kind === "reply" ? mode.message.seq : null,
      ...(named.length > 0 && { mentions: named }),
    } as const;
    live?.outbox.send(stream, command, media);
    onMode(undefined);
    onSent();
  };

  const send = () => {
    if (!canSend) return;
    if (editing) {
      const said = text.trim();
      if (said !== editing.text) onEdit(editing, said, mentionedIn(said, people));
      onMode(undefined);
    } else {
      sendMedia(attachments.take(), text.trim());
      setText("");
    }
    tellTyping(false);
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter takes the suggestion; 229 is how Safari says so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (mentions.onKeyDown(event)) return;
    if (event.key === "Escape" && mode) {
      event.preventDefault();
      onMode(undefined);
    } else if (event.key === "ArrowUp" && !event.altKey && text === "" && !mode) {
      event.preventDefault();
      onEditLast();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || editing) return;
    event.preventDefault();
    attachments.add(files);
  };

  const startRecording = (how: "held" | "tapped") => {
    // The picker closes with the field and stays closed when the field returns.
    setEmoji(false);
    setRecording(how);
  };

  const recorded = (media: Media) => {
    setRecording(undefined);
    sendMedia([media], "");
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
      <Suspense>
        {mode && <ComposerMode mode={mode} onCancel={() => onMode(undefined)} />}
        {!editing && attachments.items.length > 0 && <AttachmentStrip attachments={attachments} />}
        {mentions.open && <MentionList mentions={mentions} />}
      </Suspense>
      {recording ? (
        <Suspense>
          <Recorder
            stream={stream}
            held={recording === "held"}
            onDone={recorded}
            onCancel={() => setRecording(undefined)}
          />
        </Suspense>
      ) : (
        <div className={classes.bar}>
          {!editing && (
            <IconButton
              icon={IconPaperclip}
              iconSize={22}
              label={t("composer.attach")}
              tooltip={t("composer.limits")}
              aria-description={t("composer.limits")}
              onClick={() => picker.current?.click()}
              disabled={attachments.items.length >= MAX_ATTACHMENTS}
            />
          )}
          <input
            ref={picker}
            type="file"
            accept={ACCEPT}
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
            aria-label={t(editing ? "composer.editLabel" : "composer.label")}
            placeholder={t("composer.placeholder")}
            aria-invalid={rest < 0 || undefined}
            aria-describedby={rest < COUNTDOWN_FROM ? "composer-rest" : undefined}
            {...mentions.field}
            enterKeyHint="send"
            onSelect={mentions.moved}
            onChange={(event) => {
              mentions.moved();
              setText(event.currentTarget.value);
              tellTyping(event.currentTarget.value.trim() !== "");
            }}
            onBlur={() => tellTyping(false)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <span className={classes.emoji}>
            {emoji ? (
              <Suspense fallback={<IconButton icon={IconMoodSmile} loading label={t("composer.emoji")} />}>
                <EmojiButton onPick={mentions.insert} />
              </Suspense>
            ) : (
              <IconButton
                icon={IconMoodSmile}
                iconSize={22}
                label={t("composer.emoji")}
                aria-haspopup="dialog"
                onClick={() => setEmoji(true)}
              />
            )}
          </span>
          {enough || editing || attachments.items.length > 0 || !records ? (
            <IconButton
              icon={editing ? IconCheck : IconSend2}
              directed={!editing}
              type="submit"
              variant={canSend ? "filled" : "subtle"}
              color={canSend ? "terracotta" : "gray"}
              radius={22}
              className={classes.send}
              label={t(editing ? "composer.save" : "composer.send")}
              aria-disabled={!canSend}
            />
          ) : (
            <IconButton
              icon={IconMicrophone}
              iconSize={22}
              className={classes.send}
              radius={22}
              label={t("composer.record")}
              onPointerDown={(event) => event.button === 0 && startRecording("held")}
              onClick={() => startRecording("tapped")}
            />
          )}
        </div>
      )}
      {rest < COUNTDOWN_FROM && (
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
