import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { RowSkeletons } from "@/ui/Skeletons";
import type { ChatState } from "../model/chat";
import { chatIdentity, others } from "../model/chatTitle";
import { useMe } from "../useChatStreams";
import { ChatActions } from "./ChatActions";
import { GroupHeader } from "./GroupHeader";
import classes from "./Info.module.css";
import { Members } from "./Members";

const SharedMedia = lazyPart(() => import("./SharedMedia").then((file) => file.SharedMedia));

interface InfoProps {
  state: ChatState;
  onSearch: () => void;
  /** Something of the chat itself is to be shown: a panel over it gives way. */
  onAway?: () => void;
}

/** Details of a chat: members, the viewer's settings and shared media. */
export function Info({ state, onSearch, onAway }: InfoProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const { chat } = state;
  const face = chatIdentity(chat, me, format.list);
  const [other] = others(chat, me);
  return (
    <div className={classes.people}>
      {chat.kind === "group" ? (
        <GroupHeader state={state} />
      ) : (
        <div className={classes.face}>
          <Avatar id={face.id} name={face.name} picture={face.picture} size={96} />
          <p className={classes.name}>
            {other ? (
              <PersonLink id={other.id} card={other} className={classes.who}>
                <Bdi>{face.name}</Bdi>
              </PersonLink>
            ) : (
              <Bdi>{face.name}</Bdi>
            )}
          </p>
          {other && (
            <p className={classes.muted}>
              <bdi>@{other.userName}</bdi>
              {["professional", "company"].includes(other.type) && ` · ${t("people.professional")}`}
            </p>
          )}
        </div>
      )}
      <ChatActions state={state} onSearch={onSearch} />
      {chat.kind === "group" && <Members state={state} />}
      <Suspense fallback={<RowSkeletons rows={2} />}>
        <SharedMedia state={state} onAway={onAway} />
      </Suspense>
    </div>
  );
}
