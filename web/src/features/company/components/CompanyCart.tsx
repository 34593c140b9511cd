import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useUser } from "@/api/auth";
import { BookingLines } from "@/shared/cart/BookingLines";
import { cartPath } from "@/shared/cart/carts";
import { Lines, RemovedLines } from "@/shared/cart/Lines";
import { Thresholds } from "@/shared/cart/Thresholds";
import totals from "@/shared/cart/Totals.module.css";
import { useCarts, useRepricing } from "@/shared/cart/useCarts";
import { useLineChanges } from "@/shared/cart/useLineChanges";
import { useLiveCart } from "@/shared/cart/useLiveCart";
import { useMoney } from "@/shared/money/formatMoney";
import { ErrorState } from "@/ui/ErrorState";
import classes from "./BookingBox.module.css";

/** Cart of the company beside its menu, edited in place. */
export function CompanyCart({ company }: { company: number }) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const isVisitor = useUser() === null;
  const carts = useCarts();
  const changes = useLineChanges(company);
  const repricing = useRepricing();
  useLiveCart(company);
  const cart = carts.data?.find((one) => one.company.id === company);
  return (
    <section className={classes.part} aria-labelledby="company-cart">
      <h2 id="company-cart" className={classes.title}>
        {t("title")}
      </h2>
      {cart && (
        <div className={classes.lines}>
          <BookingLines cart={cart} />
          <Lines cart={cart} changes={changes} />
        </div>
      )}
      <RemovedLines changes={changes} />
      {cart ? (
        <>
          <Thresholds cart={cart} />
          <dl className={totals.totals} data-pending={repricing || undefined}>
            <div className={totals.row}>
              <dt>{t("totals.subtotal")}</dt>
              <dd>{money(cart.subtotal, cart.company.currency)}</dd>
            </div>
          </dl>
          <Button component={Link} to={cartPath(company)} color="terracotta" fullWidth>
            {t("checkout")}
          </Button>
        </>
      ) : carts.data || isVisitor ? (
        <p className={classes.note}>{t("empty")}</p>
      ) : carts.isLoadingError ? (
        <ErrorState title={t("failed")} onRetry={() => void carts.refetch()} />
      ) : (
        <Skeleton height={96} radius="md" />
      )}
    </section>
  );
}
