import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface MoreButtonProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
}

/** Loads the next page when pressed: content follows the list, so it does not load by itself. */
export function MoreButton({ query }: MoreButtonProps) {
  const { t } = useTranslation("company");
  if (!query.hasNextPage) return null;
  return (
    <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t(query.isFetchNextPageError ? "more.failed" : "more.show")}
    </Button>
  );
}
