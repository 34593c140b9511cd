import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "../components/BusinessScreen.module.css";
import { Pages } from "../list/Pages";
import { useStore } from "../store/api";
import { AdvertisementItem } from "./AdvertisementItem";
import { type OwnAdvertisement, PER_PAGE, useAdvertisements } from "./api";

const AdvertisementSheet = lazyPart(() =>
  import("./AdvertisementSheet").then((file) => file.AdvertisementSheet),
);

/** `/pro/marketing/advertisements`: advertisements of the company with their views and clicks. */
export function AdvertisementsScreen() {
  const { t } = useTranslation("business-advertisements");
  const [page, setPage] = useState(1);
  const advertisements = useAdvertisements(page);
  const store = useStore();
  const [edited, setEdited] = useState<OwnAdvertisement | "new" | null>(null);
  const add = (
    <Button color="terracotta" leftSection={<Icon of={IconPlus} />} onClick={() => setEdited("new")}>
      {t("new")}
    </Button>
  );
  const { data } = advertisements;
  const zone = store.data?.time_zone;
  const failed = [advertisements, store].find((query) => query.isError && !query.data);
  return (
    <Screen title={t("title")}>
      {data && zone ? (
        <div className={classes.page}>
          {data.items.length > 0 ? (
            <>
              <div className={classes.tools}>
                <p className={classes.muted}>{t("lead")}</p>
                {add}
              </div>
              <ul className={classes.list}>
                {data.items.map((one) => (
                  <AdvertisementItem
                    key={one.id}
                    advertisement={one}
                    zone={zone}
                    onEdit={() => setEdited(one)}
                  />
                ))}
              </ul>
              <Pages page={page} total={data.total} size={PER_PAGE} onPage={setPage} />
            </>
          ) : (
            <EmptyState title={t("empty")} text={t("lead")} action={add} />
          )}
          {edited && (
            <Suspense>
              <AdvertisementSheet
                key={edited === "new" ? "new" : edited.id}
                advertisement={edited === "new" ? null : edited}
                zone={zone}
                onClose={() => setEdited(null)}
              />
            </Suspense>
          )}
        </div>
      ) : failed ? (
        <ErrorState title={t("failed")} onRetry={() => void failed.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}
