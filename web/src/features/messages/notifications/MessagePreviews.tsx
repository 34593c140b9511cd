import { CloseButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import type { ChatSummary } from "../model/wire";
import classes from "./MessagePreviews.module.css";
import { chatAt, type MessagePreview, usePreviews } from "./previews";

const SHOWN_MS = 6_000;

/** Messages that arrived elsewhere, in the corner of the page: who wrote what, and the way to the chat. */
export function MessagePreviews({ chats }: { chats: readonly ChatSummary[] }) {
  const { t } = useTranslation("messages");
  const { pathname } = useLocation();
  const { shown, dismiss } = usePreviews();
  const open = chatAt(pathname);
  // Read here or on another device.
  useEffect(() => {
    const unread = new Set(chats.filter((chat) => chat.unread > 0).map(({ id }) => id));
    dismiss(({ chat }) => open === "list" || chat === open || !unread.has(chat));
  }, [chats, open, dismiss]);
  const base = pathname === "/pro" || pathname.startsWith("/pro/") ? "/pro/messages" : "/messages";
  return createPortal(
    // The region is there before its first message, so that this is read when it comes.
    <section
      className={classes.region}
      aria-label={t("arrived.region")}
      aria-live="polite"
      aria-atomic="false"
      data-small={pathname.startsWith("/videos") ? "" : undefined}
    >
      {shown.map((preview) => (
        <PreviewCard
          key={`${preview.chat} ${preview.seq}`}
          preview={preview}
          to={`${base}/${preview.chat}`}
        />
      ))}
    </section>,
    document.body,
  );
}

function PreviewCard({ preview: { chat, seq, face, text }, to }: { preview: MessagePreview; to: string }) {
  const { t } = useTranslation("messages");
  const dismiss = usePreviews((state) => state.dismiss);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss((one) => one.chat === chat && one.seq === seq), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, chat, seq, dismiss]);
  const close = () => dismiss((one) => one.chat === chat);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering acts on nothing, it only lets the reader finish
    <div
      className={classes.card}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Link to={to} className={classes.link} onClick={close}>
        <Avatar name={face.name} picture={face.picture} id={face.id} size={36} />
        <span className={classes.words}>
          <Bdi line className={classes.name}>
            {face.name}
          </Bdi>
          <Bdi line className={classes.text}>
            {text}
          </Bdi>
        </span>
      </Link>
      <CloseButton
        size={44}
        variant="transparent"
        aria-label={t("arrived.close", { name: face.name })}
        onClick={close}
      />
    </div>
  );
}
