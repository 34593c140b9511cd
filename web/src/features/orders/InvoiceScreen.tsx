import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InvoiceDocument } from "@/shared/invoice/InvoiceDocument";
import { InvoiceTools } from "@/shared/invoice/InvoiceTools";
import type { Order } from "@/shared/orders/types";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./components/Order.module.css";
import { OrderLoader } from "./components/OrderLoader";

/** Invoice of an order and its credit notes, printable and as PDF. */
export function InvoiceScreen() {
  const { t } = useTranslation("invoice");
  return (
    <OrderLoader title={t("title")} back={(id) => `/orders/${id}`}>
      {(order) => <Invoices order={order} />}
    </OrderLoader>
  );
}

function Invoices({ order: { id, refunded, payment } }: { order: Order }) {
  const { t } = useTranslation("invoice");
  // A refund adds a document, and so does a payment.
  const invoices = useQuery({
    queryKey: ["orders", "invoices", id, payment.state, refunded],
    queryFn: async () => {
      const params = { path: { order_id: id } };
      return (await unwrap(api.GET("/api/v1/users/orders/{order_id}/invoices/", { params }))).data;
    },
  });
  if (invoices.isPending) return <RowSkeletons />;
  if (!invoices.data) {
    return <ErrorState title={t("failed")} onRetry={() => void invoices.refetch()} />;
  }
  if (invoices.data.length === 0) return <EmptyState title={t("none")} text={t("noneText")} />;
  return (
    <div className={classes.page}>
      {invoices.data.map((invoice) => (
        <section key={invoice.number} className={classes.section}>
          <div className={`${classes.actions} ${classes.noPrint}`}>
            <InvoiceTools
              number={invoice.number}
              file={`/api/v1/users/orders/${id}/invoices/${invoice.number}/pdf/`}
            />
          </div>
          <InvoiceDocument invoice={invoice} />
        </section>
      ))}
    </div>
  );
}
