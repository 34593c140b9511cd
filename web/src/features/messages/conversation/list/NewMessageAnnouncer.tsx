import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { messagePreview, noteText } from "../../messagePreview";
import { type ChatState, personOf } from "../../model/chat";

const spoken = 5;

/**
 * Announces new messages of others to screen readers. The history itself is no live region: its rows come and
 * go as it scrolls, and each would be read again.
 */
export function NewMessageAnnouncer({ state, me }: { state: ChatState; me: number }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const opened = useRef(state.chat.seq);
  const all = [...state.messages, ...state.arrived];
  const news = all
    .filter(({ seq, sender, deleted }) => seq > opened.current && sender !== me && !deleted)
    .slice(-spoken);
  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite" aria-label={t("chat.arrivals")}>
        {news.map((message) => {
          const { seq, sender, system } = message;
          const person = personOf(state, sender);
          return (
            <span key={seq}>
              {system
                ? noteText(system, sender, me, (id) => personOf(state, id), t, format.list)
                : t("chat.arrived", {
                    name: person ? displayName(person) : t("people.somebody"),
                    text: messagePreview(message, t).text,
                  })}{" "}
            </span>
          );
        })}
      </span>
    </VisuallyHidden>
  );
}
