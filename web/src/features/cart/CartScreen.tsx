import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { RemovedLines } from "@/shared/cart/Lines";
import { useCarts } from "@/shared/cart/useCarts";
import { useLineChanges } from "@/shared/cart/useLineChanges";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { CartCheckout } from "./CartCheckout";

/** `/cart/:companyId`: cart of a company, from its lines to the order. */
export function CartScreen() {
  const company = Number(useParams().companyId);
  return <CompanyCart key={company} company={company} />;
}

function CompanyCart({ company }: { company: number }) {
  const { t } = useTranslation("cart");
  const carts = useCarts();
  const changes = useLineChanges(company);
  const cart = carts.data?.find((one) => one.company.id === company);
  if (cart) return <CartCheckout cart={cart} changes={changes} />;
  return (
    <Screen title={t("title")} back="/cart">
      {carts.data ? (
        <>
          <RemovedLines changes={changes} />
          <EmptyState
            title={t("empty")}
            text={t("emptyText")}
            action={
              <Button component={Link} to="/products" color="terracotta">
                {t("browse")}
              </Button>
            }
          />
        </>
      ) : carts.isError ? (
        <ErrorState title={t("failed")} onRetry={() => void carts.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}
