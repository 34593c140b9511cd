import { matchPath } from "react-router";
import { isGuest } from "@/api/auth";
import type { User } from "@/api/types";

/** Routes that need a saved user, screen or no screen yet: the guard is asked before "not found". */
export const SIGNED_IN_ROUTES: readonly string[] = [
  "/UserProfile/User",
  "/bookAppointment",
  "/orderYourWay/customerDetail",
  "/deliveryAddress",
  "/settings/account",
  "/onboarding/categories",
];

/** Routes for an account of one's own: a guest is invited to make one. */
export const REGISTERED_ROUTES: readonly string[] = [
  "/people",
  "/people/:id",
  "/messages",
  "/messages/:chatId",
  "/UserProfile/edit",
  "/verification",
  "/settings/privacy",
];

/** Routes of the professional side, and its doors, which are open. */
const BUSINESS = ["/pro", "/pro/*"];
const BUSINESS_DOORS = ["/pro/login", "/pro/signup", "/pro/forgot-password"];

/** Where a business finds on its own side what a consumer has at the first address. */
const FOR_BUSINESS: readonly (readonly [string, string])[] = [
  ["/messages", "/pro/messages"],
  ["/messages/:id", "/pro/messages/:id"],
  ["/people", "/pro/people"],
  ["/people/:id", "/pro/people/:id"],
  ["/UserProfile/User", "/pro/settings"],
  ["/UserProfile/edit", "/pro/settings"],
  ["/settings/account", "/pro/settings/security"],
];

/** What the guard does: lets through, leads elsewhere, or invites a guest to make an account. */
export type Verdict = { pass: true } | { lead: string } | { invite: true };

interface Place {
  pathname: string;
  search: string;
}

export function judge(place: Place, user: User | null): Verdict {
  const { pathname } = place;
  const onBusinessSide = matches(BUSINESS, pathname) && !matches(BUSINESS_DOORS, pathname);
  if (onBusinessSide) {
    return user?.type === "professional" ? { pass: true } : { lead: `/pro/login?next=${way(place)}` };
  }
  const registered = matches(REGISTERED_ROUTES, pathname);
  if (!registered && !matches(SIGNED_IN_ROUTES, pathname)) return { pass: true };
  if (!user) return { lead: loginPath(place) };
  if (user.type === "professional") {
    const own = FOR_BUSINESS.find(([path]) => match(path, pathname));
    if (own) {
      const id = match(own[0], pathname)?.params.id ?? "";
      return { lead: own[1].replace(":id", id) + place.search };
    }
  }
  return registered && isGuest(user) ? { invite: true } : { pass: true };
}

const match = (path: string, pathname: string) => matchPath({ path, caseSensitive: false }, pathname);
const matches = (paths: readonly string[], pathname: string) => paths.some((path) => match(path, pathname));
const way = ({ pathname, search }: Place) => encodeURIComponent(pathname + search);

/** Where to sign in, and where to go on afterwards. */
export function loginPath(place: Place): string {
  return `/login?next=${way(place)}`;
}
