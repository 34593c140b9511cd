import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { useCarts } from "@/shared/cart/useCarts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { CartItem } from "./components/CartItem";
import classes from "./components/Carts.module.css";
import { TogetherCheckout } from "./TogetherCheckout";

/** `/cart`: carts of the account, one for each company. Several can be ordered together. */
export function CartsScreen() {
  const { t } = useTranslation("cart");
  const guest = isGuest(useUser());
  const carts = useCarts();
  if (carts.data && carts.data.length > 1 && !guest) return <TogetherCheckout carts={carts.data} />;
  return (
    <Screen title={t("carts")} back="/">
      {carts.data && carts.data.length > 0 ? (
        <ul className={classes.carts}>
          {carts.data.map((cart) => (
            <li key={cart.company.id} className={classes.cart}>
              <CartItem cart={cart} />
            </li>
          ))}
        </ul>
      ) : carts.data ? (
        <EmptyState
          title={t("empty")}
          text={t("emptyText")}
          action={
            <Button component={Link} to="/products" color="terracotta">
              {t("browse")}
            </Button>
          }
        />
      ) : carts.isError ? (
        <ErrorState title={t("failed")} onRetry={() => void carts.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}
