import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import type { CameFrom } from "@/shared/person/PersonLink";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { readByCode } from "./api";
import { codeOf } from "./codeOf";

/** `/u/:code`: leads to the profile of a code, or says that there is none. */
export function CodeScreen() {
  const { t } = useTranslation("people");
  const code = codeOf(useParams().code ?? "");
  const from = (useLocation().state as CameFrom | null)?.from;
  const found = useQuery({
    queryKey: ["people", "by-code", code],
    queryFn: () => readByCode(code ?? ""),
    enabled: code !== null,
    staleTime: 0,
    gcTime: 0,
  });
  if (found.data)
    return <Navigate to={`/people/${found.data.id}`} state={{ from: from ?? "/people" }} replace />;
  const isUnknown = code === null || (found.error instanceof ApiError && found.error.status === 404);
  return (
    <Screen title={t("person.title")} back={from ?? "/people"}>
      {isUnknown ? (
        <EmptyState
          title={t("code.unknown")}
          text={t("code.unknownText")}
          action={
            <Button component={Link} to="/UserProfile/share">
              {t("code.find")}
            </Button>
          }
        />
      ) : found.isError ? (
        <ErrorState title={t("person.failed")} onRetry={() => void found.refetch()} />
      ) : (
        <RowSkeletons rows={4} />
      )}
    </Screen>
  );
}
