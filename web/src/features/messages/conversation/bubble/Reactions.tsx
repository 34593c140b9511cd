import { useState } from "react";
import { displayName } from "@/lib/displayName";
import { personOf } from "../../model/chat";
import type { Message } from "../../model/wire";
import { useMessageList } from "../list/MessageListContext";
import { useMessageActions } from "../MessageActionsContext";
import classes from "./Reactions.module.css";

const named = 12;

/** One chip for each emoji; it tells who, and adds or takes back the viewer's own. */
export function Reactions({ message }: { message: Message }) {
  const { t, format, me, circle } = useMessageList();
  const { react } = useMessageActions();
  // Only new reactions slide in. Reactions that scroll into view are already there.
  const [there] = useState(() => new Set(message.reactions.map(({ emoji }) => emoji)));
  return (
    <ul className={classes.chips} aria-label={t("reaction.label")}>
      {message.reactions.map(({ emoji, count, users }) => {
        const shown = users.slice(0, named).map((id) => {
          const person = personOf(circle, id);
          return id === me ? t("note.you") : person ? displayName(person) : t("people.somebody");
        });
        const rest = count - shown.length;
        const who = format.list(rest > 0 ? [...shown, t("reaction.more", { count: rest })] : shown);
        return (
          <li key={emoji}>
            <button
              type="button"
              className={`bare ${classes.chip}`}
              data-new={there.has(emoji) ? undefined : ""}
              aria-pressed={users.includes(me)}
              aria-label={t("reaction.by", { emoji, who })}
              title={who}
              onClick={() => react(message, emoji)}
            >
              <span aria-hidden="true">{emoji}</span>
              {count > 1 && <span className={classes.count}>{format.number(count)}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
