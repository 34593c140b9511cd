import type { QueryClient } from "@tanstack/react-query";
import { patchReels } from "@/shared/reels/feeds";

/** Begins the keys of all companies that were read. */
export const COMPANY_DETAILS_KEY = ["company", "details"] as const;

interface FollowableCompany {
  id: number;
  followed: boolean;
  follower_count: number;
}

/** Shows on the pages of a company and on its reels in every feed that it is followed, or no more. */
export function showFollowed(queries: QueryClient, id: number, followed: boolean): void {
  queries.setQueriesData<FollowableCompany>({ queryKey: COMPANY_DETAILS_KEY }, (company) =>
    company?.id !== id || company.followed === followed
      ? company
      : { ...company, followed, follower_count: company.follower_count + (followed ? 1 : -1) },
  );
  patchReels(
    queries,
    ({ company }) => company.id === id,
    (reel) => ({ ...reel, company: { ...reel.company, followed } }),
  );
}
