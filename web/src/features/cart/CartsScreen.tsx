import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { cartPath } from "@/shared/cart/carts";
import type { Cart } from "@/shared/cart/types";
import { useCarts } from "@/shared/cart/useCarts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Price } from "@/shared/money/Price";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import classes from "./CartsScreen.module.css";

const SHOWN_PICTURES = 3;

/** `/cart`: carts of the account, one for each company. */
export function CartsScreen() {
  const { t } = useTranslation("cart");
  const carts = useCarts();
  return (
    <Screen title={t("carts")} back="/">
      {carts.data && carts.data.length > 0 ? (
        <ul className={classes.carts}>
          {carts.data.map((cart) => (
            <CartItem key={cart.company.id} cart={cart} />
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

function CartItem({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart");
  const { company, lines, item_count, total } = cart;
  return (
    <li>
      <Link to={cartPath(company.id)} className={classes.cart}>
        <span className={classes.pictures}>
          {lines.slice(0, SHOWN_PICTURES).map((line) => (
            <span key={line.id} className={classes.picture}>
              <Picture picture={line.picture} alt="" sizes="56px" category={line.category} />
            </span>
          ))}
        </span>
        <span className={classes.words}>
          <Bdi className={classes.name}>{company.name}</Bdi>
          <span className={classes.muted}>
            <Bdi>{company.city}</Bdi> · {t("items", { count: item_count })}
          </span>
        </span>
        <Price amount={total} currency={company.currency} />
        <Icon of={IconChevronRight} directed />
      </Link>
    </li>
  );
}
