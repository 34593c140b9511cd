import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { loadStripe } from "./script";

/** Loads Stripe's script on the screen that needs it. */
export function useStripe(key: string) {
  const { i18n } = useTranslation();
  const [locale = "auto"] = i18n.language.split("-");
  return useQuery({
    queryKey: ["payment", "stripe", key, locale],
    queryFn: () => loadStripe(key, locale),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    structuralSharing: false,
  });
}
