import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { useCatalogueTerms } from "../catalogue/useCatalogueTerms";
import classes from "../components/BusinessScreen.module.css";
import { Pages } from "../list/Pages";
import { PER_PAGE, type PromoCode, usePromoCodes } from "./api";
import { PromoCodeItem } from "./PromoCodeItem";
import { PromoCodeSheet } from "./PromoCodeSheet";

/** Promo codes of the company: create, change, end. */
export function PromoCodesScreen() {
  const { t } = useTranslation("business-sales");
  const [page, setPage] = useState(1);
  const codes = usePromoCodes(page);
  const terms = useCatalogueTerms();
  const [edited, setEdited] = useState<PromoCode | "new" | null>(null);
  const add = (
    <Button color="terracotta" leftSection={<Icon of={IconPlus} />} onClick={() => setEdited("new")}>
      {t("offers.new")}
    </Button>
  );
  const failed = [codes, terms].find(({ isError, data }) => isError && !data);
  return (
    <Screen title={t("offers.title")}>
      {codes.data && terms.data ? (
        <div className={classes.page}>
          {codes.data.items.length > 0 ? (
            <>
              <div className={classes.tools}>
                <p className={classes.muted}>{t("offers.lead")}</p>
                {add}
              </div>
              <ul className={classes.list}>
                {codes.data.items.map((code) => (
                  <PromoCodeItem
                    key={code.id}
                    code={code}
                    terms={terms.data}
                    onEdit={() => setEdited(code)}
                  />
                ))}
              </ul>
              <Pages page={page} total={codes.data.total} size={PER_PAGE} onPage={setPage} />
            </>
          ) : (
            <EmptyState title={t("offers.empty")} text={t("offers.lead")} action={add} />
          )}
          {/* The words of the sheet come with its first opening: the list stays, and the focus in it. */}
          <Suspense>
            {edited && (
              <PromoCodeSheet
                key={edited === "new" ? "new" : edited.id}
                code={edited === "new" ? null : edited}
                terms={terms.data}
                onClose={() => setEdited(null)}
              />
            )}
          </Suspense>
        </div>
      ) : failed ? (
        <ErrorState title={t("offers.failed")} onRetry={() => void failed.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}
