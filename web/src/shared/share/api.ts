import { api, unwrap } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type { Person } from "@/api/types";
import type { ShareKind, ShareTarget } from "./types";

export async function readFriends(query: string, page: number): Promise<Page<Person>> {
  const params = { query: { query: query || undefined, page, per_page: 50 } };
  return toPage(await unwrap(api.GET("/api/v1/users/friends/", { params })));
}

interface Shipment {
  target: ShareTarget;
  /** A repeated request with the same id shares once. */
  id: string;
  friend_ids: number[];
}

/** A result without a code is accepted. */
type Results = Promise<{ data: readonly { code?: string | null }[] }>;

const shareContent = ({ target: { kind, id: content }, id, friend_ids }: Shipment): Results =>
  unwrap(
    api.POST("/api/v1/chat/chatapp-share-content-by-user/", {
      body: { id, content: { kind, id: content }, friend_ids },
    }),
  );

const SEND: Record<ShareKind, (shipment: Shipment) => Results> = {
  company: shareContent,
  product: shareContent,
  reel: ({ target, id, friend_ids }) =>
    unwrap(
      api.POST("/api/v1/chat/chatapp-share-reels-in-chats/", {
        body: { id, reel_id: target.id, friend_ids },
      }),
    ),
  profile: ({ target, id, friend_ids }) =>
    unwrap(
      api.POST("/api/v1/userprofessional/share-user-profile/", {
        params: { query: { user_id: target.id } },
        body: { id, friend_ids },
      }),
    ),
};

/** Sends content to friends, each in a direct chat. Returns how many received it. */
export async function sendToFriends(shipment: Shipment): Promise<number> {
  const { data } = await SEND[shipment.target.kind](shipment);
  return data.filter(({ code }) => !code).length;
}
