import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import type { Order } from "@/shared/orders/types";
import { Sheet } from "@/ui/Sheet";
import { usePromise } from "../api";
import { PromiseTimes } from "./PromiseTimes";

/** Another promised time for an open order. The customer is notified. */
export function PromiseSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation("business-orders");
  const promise = usePromise(order);
  const choose = (promisedAt: string) =>
    promise.mutate(promisedAt, {
      onSuccess() {
        toast.success(t("promise.done", { name: order.customer_name }));
        onClose();
      },
    });
  const failure = ({ code }: ApiError) => {
    if (code === "network") return t("common:error.network");
    if (code === "order.state") return t("promise.closed");
    return t(code === "validation" ? "accept.past" : "notSaved");
  };
  return (
    <Sheet opened onClose={onClose} title={t("promise.title")}>
      {promise.error && (
        <FormError text={promise.error instanceof ApiError ? failure(promise.error) : t("notSaved")} />
      )}
      <PromiseTimes
        order={order}
        title={t("promise.text", { name: order.customer_name })}
        pending={promise.isPending}
        onChoose={choose}
        onClose={onClose}
      />
    </Sheet>
  );
}
