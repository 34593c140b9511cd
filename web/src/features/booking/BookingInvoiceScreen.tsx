import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InvoiceDocument } from "@/shared/invoice/InvoiceDocument";
import { InvoiceTools } from "@/shared/invoice/InvoiceTools";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import classes from "./components/Invoices.module.css";
import { useBookingInvoices } from "./hooks/useBookingInvoices";

/** `/reservations/:bookingId/invoice`: invoice of a booking and its credit notes, printable and as PDF. */
export function BookingInvoiceScreen() {
  const { t } = useTranslation("invoice");
  const id = Number(useParams().bookingId);
  const invoices = useBookingInvoices(id);
  const missing = invoices.error instanceof ApiError && invoices.error.status === 404;
  return (
    <Screen title={t("title")} back={`/reservations/${id}`}>
      {invoices.data ? (
        invoices.data.length > 0 ? (
          <div className={classes.page}>
            {invoices.data.map((invoice) => (
              <section key={invoice.number} className={classes.section}>
                <div className={classes.tools}>
                  <InvoiceTools
                    number={invoice.number}
                    file={`/api/v1/users/bookings/${id}/invoices/${invoice.number}/pdf/`}
                  />
                </div>
                <InvoiceDocument invoice={invoice} />
              </section>
            ))}
          </div>
        ) : (
          <EmptyState title={t("none")} text={t("noneText")} />
        )
      ) : invoices.isError ? (
        <ErrorState title={t("failed")} onRetry={missing ? undefined : () => void invoices.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}
