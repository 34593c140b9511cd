import { useQueryClient } from "@tanstack/react-query";
import { rereadPeople } from "@/shared/person/rereadPeople";
import { type ReportChatBody, reportChat } from "@/shared/report/api";
import { Report } from "@/shared/report/Report";
import type { ChatDetail } from "./model/wire";

interface ReportChatProps {
  chat: ChatDetail;
  /** The reported message or member. Without it the report is about the whole chat. */
  about?: Pick<ReportChatBody, "seq" | "user_id">;
  onDone: () => void;
}

/** Reports a chat, one of its messages or one of its members to the operator. */
export function ReportChat({ chat, about, onDone }: ReportChatProps) {
  const queries = useQueryClient();
  return (
    <Report
      offerBlock={chat.kind === "direct" && !chat.blocked}
      send={(details) => reportChat(chat.id, { ...about, ...details })}
      onDone={({ block }) => {
        onDone();
        if (block) void rereadPeople(queries);
      }}
    />
  );
}
