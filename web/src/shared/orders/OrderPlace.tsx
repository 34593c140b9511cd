import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { countryName } from "@/shared/address/countries";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { FULFILMENT_ICONS } from "./fulfilment";
import classes from "./Orders.module.css";
import type { Order } from "./types";

/** Delivery address, or the place where the customer collects the order. */
export function OrderPlace({ order: { fulfilment, address, company } }: { order: Order }) {
  const { t } = useTranslation("orders");
  const { tag } = useLanguage();
  const lines = address
    ? [
        `${address.first_name} ${address.last_name}`.trim(),
        `${address.house} ${address.road}`.trim(),
        `${address.pincode} ${address.city}`.trim(),
        countryName(address.country, tag),
        address.instructions,
      ]
    : [company.name, company.address, company.city];
  return (
    <div className={classes.place}>
      <Icon of={FULFILMENT_ICONS[fulfilment]} />
      <div className={classes.words}>
        <span className={classes.strong}>{t(`fulfilment.${fulfilment}`)}</span>
        {lines.filter(Boolean).map((line) => (
          <Bdi key={line}>{line}</Bdi>
        ))}
      </div>
    </div>
  );
}
