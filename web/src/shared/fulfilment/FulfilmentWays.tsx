import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMoment } from "@/shared/cart/useMoment";
import { FULFILMENT_ICONS, FULFILMENTS } from "@/shared/orders/fulfilment";
import { Icon } from "@/ui/Icon";
import classes from "./FulfilmentWays.module.css";
import { isUsual, nameOf } from "./terms";
import type { FulfilmentOffer, FulfilmentOffers } from "./types";
import { useFulfilment } from "./useFulfilment";
import { useFulfilmentTerms } from "./useFulfilmentTerms";

/** Ways to get an order from a company: name, time, fee, minimum, and the promised time. */
export function FulfilmentWays({ company }: { company: number }) {
  const { t } = useTranslation("fulfilment");
  const offers = useFulfilment(company);
  if (offers.isPending) return <Skeleton height={96} radius="md" />;
  // The cart tells the ways too, so a failure here leaves the list out.
  if (!offers.data) return null;
  const { options } = offers.data;
  if (options.length === 0) return <p className={classes.none}>{t("none")}</p>;
  const sorted = FULFILMENTS.flatMap((kind) => options.filter((option) => option.kind === kind));
  return (
    <ul className={classes.ways} aria-label={t("title")}>
      {sorted.map((option) => (
        <Option key={option.kind} option={option} offers={offers.data} />
      ))}
    </ul>
  );
}

function Option({ option, offers }: { option: FulfilmentOffer; offers: FulfilmentOffers }) {
  const { t } = useTranslation(["fulfilment", "cart"]);
  const moment = useMoment(offers.time_zone);
  const terms = useFulfilmentTerms(offers.currency);
  const { kind, minutes, minimum_order, promised_at } = option;
  const { name, count } = nameOf(kind, minutes);
  // The name tells the hours.
  const isTold = name !== "hours" && isUsual(minutes, promised_at, Date.now());
  const words = terms({
    kind,
    minutes: isTold ? minutes : 0,
    minimum_order,
    fee: option.fee_from,
    freeFrom: option.free_from,
  });
  return (
    <li className={classes.way}>
      <Icon of={FULFILMENT_ICONS[kind]} />
      <div className={classes.words}>
        <span className={classes.name}>{t(`way.${name}`, { count })}</span>
        {words && <span>{words}</span>}
        <span>{promised_at ? t(`cart:promise.${kind}`, { when: moment(promised_at) }) : t("closed")}</span>
      </div>
    </li>
  );
}
