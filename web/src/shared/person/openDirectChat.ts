import { api, unwrap } from "@/api/client";

type Peer = { userName: string } | { user_id: number } | { company_id: number };

/** Returns the id of the direct chat with a user or a company. The server creates the chat if there is none. */
export const openDirectChat = async (body: Peer): Promise<number> =>
  (await unwrap(api.POST("/api/v1/chat/chats/direct/", { body }))).data.id;
