import { matchPath } from "react-router";
import type { components } from "@/api/schema";
import { useBusiness } from "./api";

export type Permission = components["schemas"]["Permission"];

/** Permission of a role, or `account`: the own account of everyone, also of those whose company has closed. */
type Need = Permission | "account";

/** Permission that each path of the business side needs. The first match counts. */
const NEEDS: readonly (readonly [string, Need])[] = [
  ["/pro/settings/employees/*", "company"],
  ["/pro/settings/subscription", "company"],
  ["/pro/settings/tickets/*", "support"],
  ["/pro/settings/*", "account"],
  ["/pro/companies/*", "account"],
  ["/pro/people/*", "account"],
  ["/pro/notifications", "account"],
  ["/pro/catalogue/*", "catalogue"],
  ["/pro/store/*", "store"],
  ["/pro/policies", "store"],
  ["/pro/delivery-charges", "store"],
  ["/pro/marketing/*", "store"],
  ["/pro/reviews", "store"],
  ["/pro/invoices/*", "company"],
  ["/pro/*", "orders"],
];

/** Returns the permission that a path needs. A path outside the business side needs none. */
export function neededFor(path: string): Need {
  const { pathname } = new URL(path, "http://localhost");
  const found = NEEDS.find(([pattern]) => matchPath({ path: pattern, caseSensitive: false }, pathname));
  return found?.[1] ?? "account";
}

/** `unknown` until the role is read. */
export type Access = "granted" | "refused" | "closed" | "unknown";

interface Role {
  role?: components["schemas"]["TeamRole"] | null;
  permissions: readonly Permission[];
}

export function accessTo(path: string, known: Role | undefined): Access {
  const needed = neededFor(path);
  if (needed === "account") return "granted";
  if (!known) return "unknown";
  if (!known.role) return "closed";
  return known.permissions.includes(needed) ? "granted" : "refused";
}

/** Returns true if the role has a permission that a part of a screen needs. Undefined until the role is read. */
export function useMay(permission: Permission): boolean | undefined {
  return useBusiness().data?.permissions.includes(permission);
}

/** Decides about paths for the role of the signed-in account. */
export function useAccess(): (path: string) => Access {
  const { data } = useBusiness();
  return (path) => accessTo(path, data);
}
