import { matchPath } from "react-router";
import { isGuest } from "@/api/auth";
import type { User } from "@/api/types";

/** Routes that need a saved user, screen or no screen yet: the guard is asked before "not found". */
export const SIGNED_IN_ROUTES: readonly string[] = [
  "/UserProfile/User",
  "/bookAppointment",
  "/reservations",
  "/reservations/:id",
  "/reservations/:id/accept",
  "/reservations/:id/invoice",
  "/reservations/:id/reschedule",
  "/reservations/:id/review",
  "/orders",
  "/orders/:id",
  "/orders/:id/track",
  "/orders/:id/received",
  "/orders/:id/review",
  "/orders/:id/return",
  "/orders/:id/invoice",
  "/loyalty",
  "/notifications",
  "/cart",
  "/cart/:companyId",
  "/orderYourWay",
  "/orderYourWay/customerDetail",
  "/deliveryAddress",
  "/favourites",
  "/favourites/:folderId",
  "/support",
  "/settings",
  "/settings/account",
  "/settings/categories",
  "/onboarding/categories",
];

/** Routes for registered accounts. A guest is asked to sign up. */
export const REGISTERED_ROUTES: readonly string[] = [
  "/people",
  "/people/:id",
  "/messages",
  "/messages/:chatId",
  "/UserProfile/edit",
  "/UserProfile/share",
  "/u/:code",
  "/verification",
  "/settings/cards",
  "/settings/notifications",
  "/settings/privacy",
  "/support/contact",
  "/support/tickets",
  "/support/tickets/new",
  "/support/tickets/:id",
  "/feedback",
  "/payment/:orderId",
  "/payment/:orderId/completed",
];

/** Routes of the business side, and its public sign-in routes. */
const BUSINESS = ["/pro", "/pro/*"];
const BUSINESS_AUTH_ROUTES = ["/pro/login", "/pro/signup", "/pro/forgot-password", "/pro/join"];

/** Maps consumer paths to the business paths with the same function. */
const FOR_BUSINESS: readonly (readonly [string, string])[] = [
  ["/messages", "/pro/messages"],
  ["/messages/:id", "/pro/messages/:id"],
  ["/people", "/pro/people"],
  ["/people/:id", "/pro/people/:id"],
  ["/UserProfile/User", "/pro/settings"],
  ["/UserProfile/edit", "/pro/settings"],
  ["/settings", "/pro/settings"],
  ["/settings/account", "/pro/settings/security"],
  ["/verification", "/pro/settings/verification"],
  ["/support", "/help"],
  ["/support/contact", "/pro/settings/tickets/new"],
  ["/support/tickets", "/pro/settings/tickets"],
  ["/support/tickets/new", "/pro/settings/tickets/new"],
  ["/support/tickets/:id", "/pro/settings/tickets/own/:id"],
  ["/feedback", "/pro/settings/feedback"],
];

/** Decision of the guard: show the route, redirect, or ask a guest to sign up. */
export type GuardResult = { allow: true } | { redirect: string } | { signUp: true };

interface RouteLocation {
  pathname: string;
  search: string;
}

export function resolveGuard(place: RouteLocation, user: User | null): GuardResult {
  const { pathname } = place;
  const onBusinessSide = matches(BUSINESS, pathname) && !matches(BUSINESS_AUTH_ROUTES, pathname);
  if (onBusinessSide) {
    return user?.type === "professional" ? { allow: true } : { redirect: loginPath(place, "professional") };
  }
  const registered = matches(REGISTERED_ROUTES, pathname);
  if (!registered && !matches(SIGNED_IN_ROUTES, pathname)) return { allow: true };
  if (!user) return { redirect: loginPath(place) };
  if (user.type === "professional") {
    const own = FOR_BUSINESS.find(([path]) => match(path, pathname));
    if (own) {
      const id = match(own[0], pathname)?.params.id ?? "";
      return { redirect: own[1].replace(":id", id) + place.search };
    }
  }
  return registered && isGuest(user) ? { signUp: true } : { allow: true };
}

const match = (path: string, pathname: string) => matchPath({ path, caseSensitive: false }, pathname);
const matches = (paths: readonly string[], pathname: string) => paths.some((path) => match(path, pathname));
const returnTo = ({ pathname, search }: RouteLocation) => encodeURIComponent(pathname + search);

/** Sign-in path for accounts of `type` that returns to `place` afterwards. */
export function loginPath(place: RouteLocation, type: User["type"] | null = null): string {
  return `${type === "professional" ? "/pro/login" : "/login"}?next=${returnTo(place)}`;
}
