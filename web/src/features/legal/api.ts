import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type SitePage = components["schemas"]["SitePage"];
export type FooterSection = components["schemas"]["FooterSection"];

/** The specification's page of the footer. */
const SECTIONS = 50;

/** Sections of the footer with the texts of their pages, in one language. */
export function useFooterSections(lang: string) {
  return useQuery({
    queryKey: ["footer-sections", lang],
    queryFn: async () => {
      const params = { query: { lang: lang as never, page: 1, page_size: SECTIONS } };
      return (await unwrap(api.GET("/api/v1/admin/footer-sections/list/", { params }))).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The terms of use and the privacy policy, in one language. */
export function useTerms(lang: string) {
  return useQuery({
    queryKey: ["terms", lang],
    queryFn: async () => {
      const params = { query: { lang: lang as never, userType: "user" as const } };
      return (await unwrap(api.GET("/api/v1/admin/terms-conditions/get-list/", { params }))).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
