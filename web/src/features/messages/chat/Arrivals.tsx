import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/names";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { type ChatState, memberOf } from "../model/chat";

const spoken = 5;

/**
 * What others said since the chat was opened, for a screen reader. The history itself is no live region: its rows come and
 * go as it scrolls, and each would be read again.
 */
export function Arrivals({ state, me }: { state: ChatState; me: number }) {
  const { t } = useTranslation("messages");
  const opened = useRef(state.chat.seq);
  const all = [...state.messages, ...state.arrived];
  const news = all.filter(({ seq, sender }) => seq > opened.current && sender !== me).slice(-spoken);
  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite" aria-label={t("chat.arrivals")}>
        {news.map(({ seq, sender, text, media }) => {
          const member = memberOf(state, sender);
          const said = text || t("list.pictures", { count: media.length });
          return (
            <span key={seq}>
              {t("chat.arrived", { name: member ? displayName(member.user) : "", text: said })}{" "}
            </span>
          );
        })}
      </span>
    </VisuallyHidden>
  );
}
