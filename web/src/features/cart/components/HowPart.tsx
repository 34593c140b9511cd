import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useDeliveryAddresses } from "@/shared/address/deliveryAddresses";
import { QuantityStepper } from "@/shared/cart/QuantityStepper";
import type { Cart, CartOption } from "@/shared/cart/types";
import { useMoment } from "@/shared/cart/useMoment";
import { isUsual } from "@/shared/fulfilment/terms";
import { useFulfilmentTerms } from "@/shared/fulfilment/useFulfilmentTerms";
import type { CartDetails } from "../hooks/useCartDetails";
import { lowestFee, sortedOptions, specOf } from "../model/fulfilment";
import classes from "./Cart.module.css";
import { ChangeRefusal } from "./ChangeRefusal";
import { Notice } from "./Notice";
import { Part } from "./Part";

export interface PartProps {
  cart: Cart;
  details: CartDetails;
  attempted: boolean;
}

/** Most persons of one order on site, as the server takes them. */
const MAX_MEMBERS = 500;

/** Way to get the order: on site, click and collect, or a delivery. */
export function HowPart({ cart, details, attempted }: PartProps) {
  const { t } = useTranslation("cart");
  const name = useId();
  const addresses = useDeliveryAddresses();
  const { fulfilment, options, address, members } = cart;
  const choose = ({ kind }: CartOption) => {
    const usual = addresses.data?.find(({ is_default }) => is_default);
    const takesUsual = specOf(kind).delivered && !address && usual;
    details.mutate({ fulfilment: kind, ...(takesUsual && { address_id: usual.id }) });
  };
  return (
    <Part part="how" title={t("how.title")} cart={cart} attempted={attempted}>
      {options.length === 0 && <Notice text={t("how.none", { company: cart.company.name })} />}
      <div role="radiogroup" aria-labelledby="cart-how" className={classes.choices}>
        {sortedOptions(options).map((option) => (
          <label key={option.kind} className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={option.kind === fulfilment}
              onChange={() => choose(option)}
            />
            <span className={classes.choiceWords}>
              <span className={classes.choiceName}>{t(`how.${option.kind}`)}</span>
              <OptionTerms option={option} cart={cart} />
            </span>
          </label>
        ))}
      </div>
      {fulfilment && specOf(fulfilment).seats && (
        <div className={classes.row}>
          <span>{t("members")}</span>
          <QuantityStepper
            name={t("members")}
            value={members ?? 1}
            min={1}
            max={MAX_MEMBERS}
            onChange={(value) => details.mutate({ fulfilment, members: value })}
          />
        </div>
      )}
      <ChangeRefusal part="how" cart={cart} details={details} />
    </Part>
  );
}

function OptionTerms({ option, cart }: { option: CartOption; cart: Cart }) {
  const { t } = useTranslation("cart");
  const { currency, time_zone } = cart.company;
  const moment = useMoment(time_zone);
  const terms = useFulfilmentTerms(currency);
  const { kind, promised_at } = option;
  const isTold = isUsual(option.minutes, promised_at, Date.now());
  const minutes = isTold ? option.minutes : 0;
  // The progress below the items tells the free delivery of the address.
  const words = terms({ ...option, minutes, fee: lowestFee(option), freeFrom: null });
  const later = promised_at ? t(`promise.${kind}`, { when: moment(promised_at) }) : t("problem.closed");
  return (
    <>
      {words && <span className={classes.muted}>{words}</span>}
      {/* The part below asks for the time of an order for later. */}
      {!isTold && cart.scheduled_at === null && <span className={classes.muted}>{later}</span>}
    </>
  );
}
