import { api, unwrap } from "@/api/client";
import { KEEP_ALIVE } from "@/api/keepAlive";

const flip = async (company_id: number): Promise<boolean> => {
  const { data } = await unwrap(
    api.POST("/api/v1/users/company/follow-toggle/", { ...KEEP_ALIVE, params: { query: { company_id } } }),
  );
  return data.followed;
};

/** Follows a company, or ends that. The server flips its state, which may be the wanted one already: then it is flipped back. */
export async function setFollowed(company_id: number, followed: boolean): Promise<void> {
  if ((await flip(company_id)) !== followed) await flip(company_id);
}
