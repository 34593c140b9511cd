import { api, unwrap } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type { Person } from "@/api/types";

/** People with whom the viewer may start a chat. */
export async function readPeople(query: string, page: number): Promise<Page<Person>> {
  const params = { query: { query: query || undefined, page, per_page: 30 } };
  return toPage(await unwrap(api.GET("/api/v1/users/users-list/", { params })));
}
