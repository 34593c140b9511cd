import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import type { Cart } from "@/shared/cart/types";
import { useEmptyCart } from "@/shared/cart/useCarts";
import { ActionError } from "@/shared/forms/ActionError";
import forms from "@/shared/forms/forms.module.css";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";

/** Button that empties a cart, after a question. */
export function EmptyCart({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart");
  const empty = useEmptyCart();
  const [asking, setAsking] = useState(false);
  const company = cart.company.name;
  return (
    <>
      <Button variant="subtle" leftSection={<Icon of={IconTrash} />} onClick={() => setAsking(true)}>
        {t("emptyCart")}
      </Button>
      <Sheet opened={asking} onClose={() => setAsking(false)} title={t("emptyCartAsk")}>
        <div className={forms.form}>
          <p>{t("emptyCartText", { company })}</p>
          <ActionError error={empty.error} text={t("emptyCartFailed")} />
          <Button
            color="brick"
            loading={empty.isPending}
            onClick={() =>
              empty.mutate(cart, {
                onSuccess: () => toast.success(t("emptyCartDone", { company })),
              })
            }
          >
            {t("emptyCart")}
          </Button>
          <Button variant="subtle" onClick={() => setAsking(false)}>
            {t("emptyCartKeep")}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
