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
import { FEEDS_KEY } from "@/shared/reels/feeds";
import type { Reel } from "@/shared/reels/types";
import { company } from "@/test/companies";
import { reelOf } from "@/test/reels";
import type { CompanyDetails } from "../types";
import { companyKey } from "./useCompany";
import { useFollow } from "./useFollow";

vi.mock("@/shared/company-follow/setFollowed", () => ({ setFollowed: vi.fn() }));

const OTHER = company({ id: 8, handle: "other" });

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces("company");
  useToasts.setState({ shown: [] });
});

function open() {
  const queries = makeQueryClient((failure) => toast.error("Could not reach Plaza.", failure));
  queries.setQueryData(companyKey("casa-azul"), company());
  queries.setQueryData(companyKey("other"), OTHER);
  const reels = [reelOf({ id: 1, company: { ...reelOf().company, id: 7 } }), reelOf({ id: 2 })];
  queries.setQueryData([...FEEDS_KEY, null], { pages: [{ reels, next: null }], pageParams: [null] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useFollow, { wrapper });
  return {
    follow: (followed = false) => act(async () => result.current.mutate(company({ followed }))),
    /** Follow states of the companies of the reels. */
    reels: () =>
      queries
        .getQueryData<{ pages: { reels: Reel[] }[] }>([...FEEDS_KEY, null])
        ?.pages[0]?.reels.map((reel) => reel.company.followed),
    shown: (handle: string) => queries.getQueryData<CompanyDetails>(companyKey(handle)),
  };
}

test("a follow that failed is taken back and can be tried again", async () => {
  vi.mocked(setFollowed).mockRejectedValueOnce(new Error("busy")).mockResolvedValueOnce();
  const { follow, shown } = open();
  await follow();
  expect(shown("casa-azul")).toEqual(company());
  const [failed] = useToasts.getState().shown;
  expect(failed?.text).toBe("Could not follow or unfollow Casa Azul");
  await act(async () => failed?.again?.());
  expect(vi.mocked(setFollowed).mock.calls).toEqual([
    [7, true],
    [7, true],
  ]);
  expect(shown("casa-azul")).toMatchObject({ followed: true, follower_count: 4 });
  expect(shown("other")).toEqual(OTHER);
});

test("a follow without a network is told once, with an offer", async () => {
  vi.mocked(setFollowed).mockRejectedValueOnce(networkError(new TypeError("offline")));
  const { follow } = open();
  await follow();
  expect(useToasts.getState().shown).toMatchObject([
    { text: "Could not reach Plaza.", again: expect.any(Function) },
  ]);
});

test("two presses reach the server one after the other", async () => {
  let answer = () => {};
  vi.mocked(setFollowed)
    .mockReset()
    .mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    )
    .mockResolvedValueOnce();
  const { follow } = open();
  await follow();
  await follow(true);
  expect(vi.mocked(setFollowed).mock.calls).toEqual([[7, true]]);
  await act(async () => answer());
  await vi.waitFor(() => expect(vi.mocked(setFollowed).mock.lastCall).toEqual([7, false]));
});

test("the reels of a followed company show it, until the server refuses", async () => {
  let fail = (_: Error) => {};
  vi.mocked(setFollowed).mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  const { follow, reels } = open();
  await follow();
  expect(reels()).toEqual([true, false]);
  await act(async () => fail(new Error("busy")));
  expect(reels()).toEqual([false, false]);
});
