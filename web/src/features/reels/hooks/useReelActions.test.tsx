import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { networkError } from "@/api/errors";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { toast, useToasts } from "@/lib/toasts";
import { setFollowed } from "@/shared/company-follow/setFollowed";
import { COMPANY_DETAILS_KEY } from "@/shared/company-follow/showFollowed";
import type { Reel } from "@/shared/reels/types";
import { reelOf } from "@/test/reels";
import { likeReel, reelKeys } from "../api";
import { hasActedOn } from "../model/acts";
import { useReelActions } from "./useReelActions";

vi.mock("@/shared/company-follow/setFollowed", () => ({ setFollowed: vi.fn() }));
vi.mock("../api", async (original) => ({ ...(await original<object>()), likeReel: vi.fn() }));

const KEY = reelKeys.feed(null);

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces("reels");
  useToasts.setState({ shown: [] });
});

function open(reel: Reel) {
  const queries = makeQueryClient((failure) => toast.error("Could not reach Plaza.", failure));
  queries.setQueryData(KEY, { pages: [{ reels: [reel], next: null }], pageParams: [null] });
  const details = { id: reel.company.id, followed: false, follower_count: 3 };
  queries.setQueryData([...COMPANY_DETAILS_KEY, "casa-azul"], details);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useReelActions, { wrapper });
  const shown = () => queries.getQueryData<{ pages: { reels: Reel[] }[] }>(KEY)?.pages[0]?.reels[0];
  return {
    like: (liked?: boolean) => result.current.like(shown() ?? reel, liked),
    follow: () => result.current.follow(shown() ?? reel),
    shown,
    company: () => queries.getQueryData([...COMPANY_DETAILS_KEY, "casa-azul"]),
  };
}

/** Answers that fail when `fail` is called. */
function hangingServer() {
  const rejects: ((error: Error) => void)[] = [];
  vi.mocked(likeReel).mockImplementation(() => new Promise((_, reject) => rejects.push(reject)));
  return async () => {
    await vi.waitFor(() => expect(rejects).not.toHaveLength(0));
    await act(async () => rejects.shift()?.(networkError(new TypeError("offline"))));
  };
}

test("likes that failed offline are taken back to the first state", async () => {
  const reel = reelOf();
  const fail = hangingServer();
  const { like, shown } = open(reel);
  await act(async () => like());
  expect(shown()).toMatchObject({ liked: true, counts: { likes: 3 } });
  await act(async () => like());
  await fail();
  await fail();
  expect(shown()).toEqual(reel);
  expect(useToasts.getState().shown.map(({ text }) => text)).toEqual(["Could not reach Plaza."]);
});

test("a second like of a liked reel leaves it liked when it fails", async () => {
  const reel = reelOf({ liked: true });
  const fail = hangingServer();
  const { like, shown } = open(reel);
  await act(async () => like(true));
  await fail();
  expect(shown()).toEqual(reel);
});

test("a like is an act on the reel", async () => {
  const reel = reelOf({ id: 80 });
  hangingServer();
  const { like } = open(reel);
  expect(hasActedOn(80)).toBe(false);
  await act(async () => like());
  expect(hasActedOn(80)).toBe(true);
});

test("the page of a company that is followed from a reel shows it", async () => {
  vi.mocked(setFollowed).mockResolvedValueOnce();
  const { follow, shown, company } = open(reelOf({ id: 81 }));
  await act(async () => follow());
  expect(shown()?.company.followed).toBe(true);
  expect(company()).toMatchObject({ followed: true, follower_count: 4 });
});
