import { api, unwrap } from "@/api/client";
import { KEEP_ALIVE } from "@/api/keepAlive";

/** Follows a company, or ends that. A repeat has no effect. */
export async function setFollowed(company_id: number, followed: boolean): Promise<void> {
  await unwrap(
    api.POST("/api/v1/users/company/follow-toggle/", {
      ...KEEP_ALIVE,
      params: { query: { company_id, followed } },
    }),
  );
}
