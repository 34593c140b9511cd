import { useAuth } from "./auth";
import { api, unwrap } from "./client";

let running: Promise<void> | null = null;
let pathAfterSwitch: string | null = null;

/** Reads the account again after it switched to another company elsewhere. The page then starts over. */
export function rereadAccount(): Promise<void> {
  running ??= read().finally(() => {
    running = null;
  });
  return running;
}

async function read(): Promise<void> {
  const { data } = await unwrap(api.GET("/api/v1/users/get-user-profile/"));
  const { credentials, updateUser } = useAuth.getState();
  if (credentials?.user.id === data.id) updateUser(data);
}

/** Acts for another company of the account, on all devices. The page then starts over at `path`. */
export async function switchCompany(company_id: number, path: string | null = null): Promise<void> {
  const { data } = await unwrap(
    api.PUT("/api/v1/userprofessional/companies/{company_id}/active/", { params: { path: { company_id } } }),
  );
  pathAfterSwitch = path;
  useAuth.getState().updateUser(data.user);
}

/** Returns, once, the path that was chosen with the switch. */
export function takePathAfterSwitch(): string | null {
  const path = pathAfterSwitch;
  pathAfterSwitch = null;
  return path;
}
