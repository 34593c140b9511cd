import { act, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { onReachable } from "@/lib/reachable";
import type { ConnectionState } from "@/live";
import { RealtimeRoot } from "./RealtimeRoot";

const connection = vi.hoisted(() => ({ state: "connecting" as ConnectionState }));
vi.mock("@/live", () => ({ useSocket: () => ({ state: connection.state, hurry: () => {} }) }));
vi.mock("@/live/LiveProvider", () => ({ LiveProvider: ({ children }: { children: unknown }) => children }));

test("tells that the server is back when the live connection returns", () => {
  const listener = vi.fn();
  const stop = onReachable(listener);
  const { rerender } = render(<RealtimeRoot account={1}>page</RealtimeRoot>);
  const become = (state: ConnectionState) =>
    act(() => {
      connection.state = state;
      rerender(<RealtimeRoot account={1}>page {state}</RealtimeRoot>);
    });
  become("online");
  expect(listener).not.toHaveBeenCalled();
  become("offline");
  expect(document.documentElement.hasAttribute("data-offline")).toBe(true);
  become("connecting");
  become("resuming");
  become("online");
  become("resuming");
  become("online");
  expect(listener).toHaveBeenCalledOnce();
  stop();
});
