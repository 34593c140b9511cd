import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import type { ChatDetail } from "../../model/wire";
import classes from "./RequestCard.module.css";

const RequestCard = lazyPart(() => import("./RequestCard").then((file) => file.RequestCard));

/** Above the composer while a chat is a request: the choice of its recipient, or what its sender may still send. */
export function ChatRequest({ chat, me }: { chat: ChatDetail; me: number }) {
  const { t } = useTranslation("messages");
  const { request } = chat;
  if (!request || chat.blocked) return null;
  if (request.to === me) {
    return (
      <Suspense>
        <RequestCard chat={chat} />
      </Suspense>
    );
  }
  if (request.left === 0) return null;
  return (
    <p className={classes.note} role="status">
      {t("request.left", { count: request.left })}
    </p>
  );
}

/** True if the viewer has sent all messages that a request may have. */
export const isUsedUp = ({ request }: ChatDetail, me: number): boolean =>
  request !== null && request.to !== me && request.left === 0;
