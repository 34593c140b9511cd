import { api, unwrap } from "@/api/client";

/** Returns the id of the direct chat with a user. The server creates the chat if there is none. */
export const openDirectChat = async (body: { userName: string } | { user_id: number }): Promise<number> =>
  (await unwrap(api.POST("/api/v1/chat/chats/direct/", { body }))).data.id;
