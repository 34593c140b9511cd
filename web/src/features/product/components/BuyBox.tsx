import { Button, Skeleton } from "@mantine/core";
import { IconBuildingStore, IconReceipt, IconTruckDelivery } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { SaveButton } from "@/shared/favourites/SaveButton";
import { FulfilmentWays } from "@/shared/fulfilment/FulfilmentWays";
import { useMoney } from "@/shared/money/formatMoney";
import { Price } from "@/shared/money/Price";
import { availabilityOf, bookingPath } from "@/shared/offering/availability";
import { useOfferingFacts } from "@/shared/offering/useOfferingFacts";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import type { OfferingDetails } from "../api";
import classes from "./BuyBox.module.css";
import { MessageCompany } from "./MessageCompany";
import { ShareProduct } from "./ShareProduct";
import { VariantPrices } from "./VariantPrices";

/** Comes only where something is bought: rooms, tables and tickets are booked. */
const StockChoice = lazyPart(() => import("@/shared/cart/StockChoice").then((file) => file.StockChoice));

/** Name, price, choice and the next step of an offering. */
export function BuyBox({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation(["product", "catalogue"]);
  const phone = usePhone();
  const facts = useOfferingFacts(offering);
  const { company, availability } = offering;
  const { booked, pricedFrom } = availabilityOf(availability);
  return (
    <section className={classes.box} aria-label={offering.name}>
      <div className={classes.head}>
        <h1 className={classes.name}>
          <Bdi>{offering.name}</Bdi>
        </h1>
        <Rating value={offering.rating} count={offering.rating_count} words />
        {facts.length > 0 && <p className={classes.muted}>{facts.join(" · ")}</p>}
      </div>
      {booked ? (
        <>
          {offering.price > 0 && (
            <Price
              amount={offering.price}
              currency={offering.currency}
              from={pricedFrom}
              unit={offering.unit}
              size="lg"
            />
          )}
          <VariantPrices offering={offering} />
          {offering.sold_out ? (
            <p className={classes.out}>{t("catalogue:offering.soldOut")}</p>
          ) : (
            !phone && (
              <Button component={Link} to={bookingPath(offering)} color="terracotta" fullWidth>
                {t(`catalogue:book.${availability as "appointment"}`)}
              </Button>
            )
          )}
        </>
      ) : (
        <Suspense fallback={<Skeleton height={220} radius="md" />}>
          <StockChoice offering={offering} />
        </Suspense>
      )}
      <Terms offering={offering} booked={booked} />
      <div className={classes.actions}>
        <MessageCompany company={company.id} />
        <SaveButton kind="offering" id={offering.id} name={offering.name} />
        <ShareProduct offering={offering} />
        <Button
          component={Link}
          to={`/companies/${company.handle}`}
          variant="default"
          leftSection={<Icon of={IconBuildingStore} />}
        >
          {t("visit")}
        </Button>
      </div>
    </section>
  );
}

/** VAT, and the ways in which the goods reach the customer. */
function Terms({ offering, booked }: { offering: OfferingDetails; booked: boolean }) {
  const { t } = useTranslation("product");
  const format = useFormat();
  const money = useMoney();
  const { vat_rate, vat_mode, delivery_price, company, currency } = offering;
  const goods = (
    <ul className={classes.terms}>
      <li>
        <Icon of={IconReceipt} />
        {vat_rate > 0
          ? t(vat_mode === "on_top" ? "terms.vatAdded" : "terms.vat", { rate: format.number(vat_rate / 100) })
          : t("terms.noVat")}
      </li>
      {!booked && delivery_price !== null && (
        <li>
          <Icon of={IconTruckDelivery} directed />
          {t("terms.delivery", { price: money(delivery_price, currency, "tag") })}
        </li>
      )}
    </ul>
  );
  if (booked) return goods;
  return (
    <>
      <FulfilmentWays company={company.id} />
      {goods}
    </>
  );
}
