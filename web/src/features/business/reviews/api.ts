import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { toPage } from "@/api/pagination";
import type { components } from "@/api/schema";

export type Review = components["schemas"]["Review"];

const KEY = ["business-reviews"] as const;
export const PER_PAGE = 20;
export const REPLY_MAX = 500;

export function useReviews(unanswered: boolean, page: number) {
  return useQuery({
    queryKey: [...KEY, unanswered, page],
    queryFn: async () => {
      const params = { query: { unanswered, page, per_page: PER_PAGE } };
      return toPage(await unwrap(api.GET("/api/v1/userprofessional/company/reviews/", { params })));
    },
    placeholderData: keepPreviousData,
  });
}

/** Sets the answer to a review. An empty one removes it. */
export function useReply(review: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reply: string) =>
      unwrap(
        api.PUT("/api/v1/userprofessional/company/reviews/{review_id}/reply/", {
          params: { path: { review_id: review } },
          body: { reply },
        }),
      ),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: KEY }),
        queries.invalidateQueries({ queryKey: ["business-dashboard"] }),
      ]),
  });
}
