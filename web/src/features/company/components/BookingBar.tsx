import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Price } from "@/shared/money/Price";
import { availabilityOf, bookingPath } from "@/shared/offering/availability";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { OpeningState } from "@/shared/opening/OpeningState";
import { useBasePath } from "../hooks/useBasePath";
import { bookablePath, useBookable } from "../hooks/useItems";
import { useChoosingTabs } from "../hooks/useTabs";
import { choosingKey, hasMenu, tabPath } from "../model/tabs";
import type { CompanyDetails } from "../types";
import classes from "./BookingBar.module.css";
import { scrollToTabs } from "./tabsPosition";

/** Main action of the page on phones and tablets, above the bottom bar. */
export function BookingBar({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const base = useBasePath();
  const { pathname } = useLocation();
  const spec = useCategorySpec(company.categories[0]);
  const { bookable } = useBookable(company);
  const [first, ...others] = bookable;
  const [choosing] = useChoosingTabs(company);
  const chosenAt = choosing && tabPath(base, choosing);
  // A company whose products are rooms has nothing else to sell.
  const sells = company.tabs.products > 0 && pathname !== base && (first !== undefined || !choosing);
  const leads = !first && chosenAt !== undefined && pathname !== chosenAt;
  if (!first && !sells && !leads) return null;
  const list = bookablePath(base, company);
  const choose = others.length > 0 && pathname !== list;
  // A free table has no price to show.
  const lowest = Math.min(...bookable.map(({ price }) => price));
  return (
    <div className={classes.bar}>
      <div className={classes.words}>
        {first && lowest > 0 && (
          <Price
            amount={lowest}
            currency={company.currency}
            from={others.length > 0 || availabilityOf(first.availability).pricedFrom}
            unit={first.unit}
            size="lg"
          />
        )}
        <OpeningState opening={company.opening} zone={company.time_zone} short />
      </div>
      <div className={classes.actions}>
        {sells && (
          <Button
            component={Link}
            to={base}
            preventScrollReset
            onClick={() => scrollToTabs({ always: true })}
            variant={first ? "default" : "filled"}
            color={first ? undefined : "terracotta"}
          >
            {t(hasMenu(spec) ? "booking.menu" : "booking.products")}
          </Button>
        )}
        {leads && (
          <Button
            component={Link}
            to={chosenAt}
            preventScrollReset
            onClick={() => scrollToTabs({ always: true })}
            color="terracotta"
          >
            {choosing && t(choosingKey(choosing, company))}
          </Button>
        )}
        {first && (
          <Button
            component={Link}
            to={choose ? list : bookingPath(first)}
            preventScrollReset={choose}
            onClick={() => choose && scrollToTabs({ always: true })}
            color="terracotta"
          >
            {t("booking.book")}
          </Button>
        )}
      </div>
    </div>
  );
}
