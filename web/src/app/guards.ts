import { matchPath } from "react-router";

/** Routes that need a saved user, screen or no screen yet: the guard is asked before "not found". */
export const SIGNED_IN_ROUTES: readonly string[] = [
  "/UserProfile/User",
  "/bookAppointment",
  "/orderYourWay/customerDetail",
  "/deliveryAddress",
  "/messages",
  "/messages/:chatId",
];

export function needsUser(pathname: string): boolean {
  return SIGNED_IN_ROUTES.some((path) => matchPath({ path, caseSensitive: false }, pathname) !== null);
}

/** Where to sign in, and where to go on afterwards. */
export function loginPath(location: { pathname: string; search: string }): string {
  return `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
}
