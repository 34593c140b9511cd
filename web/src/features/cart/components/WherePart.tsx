import { Button } from "@mantine/core";
import { IconMapPin, IconPlus } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { addressLines, useDeliveryAddresses } from "@/shared/address/deliveryAddresses";
import { LazyDeliveryAddressForm } from "@/shared/address/LazyDeliveryAddressForm";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";
import { lacksPlace, specOf } from "../model/fulfilment";
import classes from "./Cart.module.css";
import { ChangeRefusal } from "./ChangeRefusal";
import type { PartProps } from "./HowPart";
import { Part } from "./Part";

/** Address of a delivery. */
export function WherePart({ cart, details, attempted }: PartProps) {
  const { t } = useTranslation(["cart", "address"]);
  const name = useId();
  const addresses = useDeliveryAddresses();
  const [adding, setAdding] = useState(false);
  const { fulfilment } = cart;
  if (!fulfilment || !specOf(fulfilment).delivered) return null;
  const choose = (address_id: number) => details.mutate({ fulfilment, address_id });
  return (
    <Part part="where" title={t("where.title")} cart={cart} attempted={attempted}>
      <div role="radiogroup" aria-labelledby="cart-where" className={classes.choices}>
        {addresses.data?.map((address) => (
          <label key={address.id} className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={address.id === cart.address?.id}
              onChange={() => choose(address.id)}
            />
            <span className={classes.choiceWords}>
              <Bdi className={classes.choiceName}>{addressLines(address)}</Bdi>
              <span className={classes.muted}>
                {t(`address:type.${address.type}`)} ·{" "}
                <Bdi>
                  {address.first_name} {address.last_name}
                </Bdi>
              </span>
            </span>
          </label>
        ))}
      </div>
      <ChangeRefusal part="where" cart={cart} details={details} />
      <MissingPlace cart={cart} />
      <div>
        <Button variant="default" leftSection={<Icon of={IconPlus} />} onClick={() => setAdding(true)}>
          {t("address:add")}
        </Button>
      </div>
      <Sheet opened={adding} onClose={() => setAdding(false)} title={t("address:add")}>
        <LazyDeliveryAddressForm
          address={null}
          onSaved={({ id }) => {
            setAdding(false);
            choose(id);
          }}
        />
      </Sheet>
    </Part>
  );
}

/** An address without a place on the map: the fee of the farthest zone applies. */
function MissingPlace({ cart }: Pick<PartProps, "cart">) {
  const { t } = useTranslation(["cart", "address"]);
  const [setting, setSetting] = useState(false);
  const { address } = cart;
  if (!address || !lacksPlace(cart)) return null;
  const outside = cart.problems.includes("address_outside");
  return (
    <div className={classes.missingPlace}>
      <p className={classes.muted}>{t(outside ? "where.otherTown" : "where.noPlace")}</p>
      <Button variant="default" leftSection={<Icon of={IconMapPin} />} onClick={() => setSetting(true)}>
        {t("where.setPlace")}
      </Button>
      <Sheet opened={setting} onClose={() => setSetting(false)} title={t("address:edit")}>
        <LazyDeliveryAddressForm address={address} onSaved={() => setSetting(false)} />
      </Sheet>
    </div>
  );
}
