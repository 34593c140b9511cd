import { describe, expect, test } from "vitest";
import { accessTo, neededFor, type Permission } from "./permissions";

const OWNER: Permission[] = ["orders", "support", "catalogue", "store", "company"];

describe("the permission of a path", () => {
  test.each([
    ["/pro", "orders"],
    ["/pro/orders/12", "orders"],
    ["/pro/catalogue", "catalogue"],
    ["/pro/catalogue/offerings/4", "catalogue"],
    ["/pro/store/news", "store"],
    ["/pro/marketing/offers", "store"],
    ["/pro/reviews?unanswered=true", "store"],
    ["/pro/invoices/new", "company"],
    ["/pro/settings/employees", "company"],
    ["/pro/settings/employees/new", "company"],
    ["/pro/settings/subscription", "company"],
    ["/pro/settings/tickets", "support"],
    ["/pro/settings/tickets/12", "support"],
    ["/pro/settings", "account"],
    ["/pro/settings/security", "account"],
    ["/", "account"],
  ])("%s needs %s", (path, needed) => expect(neededFor(path)).toBe(needed));
});

describe("the access of a role", () => {
  test.each([
    ["/pro/catalogue", "owner", OWNER, "granted"],
    ["/pro/catalogue", "staff", ["orders"], "refused"],
    ["/pro/orders", "staff", ["orders"], "granted"],
    ["/pro/orders", null, [], "closed"],
    ["/pro/settings", null, [], "granted"],
  ] as const)("to %s as %s of %j is %s", (path, role, permissions, access) =>
    expect(accessTo(path, { role, permissions })).toBe(access),
  );

  test("is unknown before the role is read", () => {
    expect(accessTo("/pro/orders", undefined)).toBe("unknown");
    expect(accessTo("/pro/settings", undefined)).toBe("granted");
  });
});
