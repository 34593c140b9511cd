import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { aUser } from "@/test/people";
import { SeatContext } from "./SeatContext";
import { useInbox, useInboxSearch, useMe } from "./useChatStreams";

const company = {
  id: 70,
  type: "company",
  userName: "casa-azul",
  firstName: "Casa Azul",
  lastName: "",
  picture: null,
} as const;
const signedIn = vi.hoisted(() => ({ user: undefined as unknown }));
vi.mock("@/api/auth", () => ({ useUser: () => signedIn.user }));

const seen = (seat?: number) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SeatContext value={seat}>{children}</SeatContext>
  );
  return renderHook(() => [useMe(), useInbox(), useInboxSearch()], { wrapper }).result.current;
};

describe("the seat of the viewer", () => {
  it("is the own account of a consumer", () => {
    signedIn.user = aUser({ id: 7 });
    expect(seen()).toEqual([7, "personal", ""]);
  });

  it("is the company of an employee, unless the personal inbox is chosen", () => {
    signedIn.user = aUser({ id: 7, type: "professional", actsFor: company });
    expect(seen()).toEqual([70, "company", ""]);
    expect(seen(70)).toEqual([70, "company", ""]);
    expect(seen(7)).toEqual([7, "personal", "?inbox=personal"]);
  });
});
