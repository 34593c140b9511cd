import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Reason = components["schemas"]["ReasonOffered"];

const readReasons = async (): Promise<Reason[]> =>
  (await unwrap(api.GET("/api/v1/users/report-reasons/"))).data;

/** Loads the reasons of a report. The list hardly ever changes. */
export const useReasons = () =>
  useQuery({ queryKey: ["report-reasons"], queryFn: readReasons, staleTime: 3_600_000 });

export type ReportChatBody = components["schemas"]["ReportForm"];

export type ReportDetails = Pick<ReportChatBody, "reason" | "comment" | "block">;

/** Reports a chat, one of its messages or one of its members. */
export const reportChat = (chat_id: number, body: ReportChatBody) =>
  unwrap(api.POST("/api/v1/chat/chatapp-report-users/", { params: { query: { chat_id } }, body }));

export const reportUser = (user_id: number, body: ReportDetails) =>
  unwrap(api.POST("/api/v1/users/{user_id}/report/", { params: { path: { user_id } }, body }));
