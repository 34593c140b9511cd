import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { createElement, type PropsWithChildren } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Notification } from "../types";
import { useRereadOnNotice } from "./useRereadOnNotice";

const inbox = vi.hoisted(() => ({ newest: undefined as unknown }));

vi.mock("./useInbox", () => ({
  useInbox: () => ({ state: inbox.newest ? { newest: inbox.newest } : undefined }),
}));

const notice = (position: number, group: Notification["group"]) => ({ id: position, position, group });

beforeEach(() => {
  inbox.newest = undefined;
});

function follow() {
  const queries = new QueryClient();
  const reread = vi.spyOn(queries, "invalidateQueries").mockResolvedValue();
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: queries }, children);
  const { rerender } = renderHook(() => useRereadOnNotice(), { wrapper });
  return {
    keys: () => reread.mock.calls.map(([filter]) => filter?.queryKey?.join(" ")),
    show(...newest: unknown[]) {
      inbox.newest = newest;
      rerender();
    },
  };
}

test("reads bookings again when a notification about one arrives", () => {
  const page = follow();
  page.show(notice(4, "bookings"));
  expect(page.keys()).toEqual([]);
  page.show(notice(5, "bookings"), notice(4, "bookings"));
  expect(page.keys()).toEqual(["booking one", "booking list", "booking waitlist", "home"]);
});

test("keeps bookings when other notifications arrive or one is read", () => {
  const page = follow();
  page.show(notice(4, "bookings"));
  page.show(notice(5, "orders"), notice(4, "bookings"));
  page.show(notice(5, "orders"));
  page.show({ ...notice(5, "orders"), read: true });
  expect(page.keys()).toEqual([]);
});

test("reads bookings again after the first notification ever", () => {
  const page = follow();
  page.show();
  page.show(notice(1, "bookings"));
  expect(page.keys()).toHaveLength(4);
});
