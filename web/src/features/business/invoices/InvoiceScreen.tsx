import { Button } from "@mantine/core";
import { IconMail, IconReceiptRefund } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { InvoiceDocument } from "@/shared/invoice/InvoiceDocument";
import { InvoiceTools } from "@/shared/invoice/InvoiceTools";
import type { Invoice } from "@/shared/invoice/types";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { Sheet } from "@/ui/Sheet";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { TextField } from "@/ui/TextField";
import classes from "../components/BusinessScreen.module.css";
import { useCreditInvoice, useInvoice, useMailInvoice } from "./api";
import { mailProblem } from "./model";

/** One document of the company, printable and as PDF. */
export function InvoiceScreen() {
  const { t } = useTranslation("business-sales");
  const invoice = useInvoice(useParams().number ?? "");
  const missing = invoice.error instanceof ApiError && invoice.error.status === 404;
  return (
    <Screen title={invoice.data?.number ?? t("invoices.one")} back="/pro/invoices">
      {invoice.data ? (
        <div className={classes.page}>
          <div className={`${classes.actions} ${classes.noPrint}`}>
            <InvoiceTools
              number={invoice.data.number}
              file={`/api/v1/userprofessional/invoices/${invoice.data.number}/pdf/`}
            />
            <Mail key={`mail ${invoice.data.number}`} invoice={invoice.data} />
            <Credit key={invoice.data.number} invoice={invoice.data} />
          </div>
          <Mailed invoice={invoice.data} />
          <InvoiceDocument invoice={invoice.data} />
        </div>
      ) : invoice.isError ? (
        <ErrorState
          title={t(missing ? "invoices.missing" : "invoices.failed")}
          onRetry={missing ? undefined : () => void invoice.refetch()}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

/** Mails the document to the address on it. */
function Mail({ invoice: { number, buyer } }: { invoice: Invoice }) {
  const { t } = useTranslation("business-sales");
  const mail = useMailInvoice();
  if (!buyer.email) return null;
  return (
    <Button
      variant="default"
      leftSection={<Icon of={IconMail} />}
      loading={mail.isPending}
      onClick={() =>
        mail.mutate(number, {
          onSuccess: () => toast.success(t("invoices.mailed", { email: buyer.email })),
          onError: (error) => toast.error(t(mailProblem(error)), error),
        })
      }
    >
      {t("invoices.mail")}
    </Button>
  );
}

function Mailed({ invoice: { mailed_at, buyer } }: { invoice: Invoice }) {
  const { t } = useTranslation("business-sales");
  const { dateTime } = useFormat();
  if (!mailed_at) return null;
  return (
    <p className={`${classes.muted} ${classes.noPrint}`}>
      {t("invoices.mailedAt", { email: buyer.email, at: dateTime(mailed_at) })}
    </p>
  );
}

/** Takes an invoice back that the company wrote. Refunds correct those of orders. */
function Credit({ invoice: { kind, number, order_id } }: { invoice: Invoice }) {
  const { t } = useTranslation("business-sales");
  const navigate = useNavigate();
  const credit = useCreditInvoice(number);
  const [opened, setOpened] = useState(false);
  const [note, setNote] = useState("");
  if (kind !== "invoice" || order_id) return null;
  const submit = () =>
    credit.mutate(note.trim(), {
      onSuccess({ data }) {
        toast.success(t("invoices.credited", { number: data.number }));
        navigate(`/pro/invoices/${data.number}`);
      },
    });
  return (
    <>
      <Button
        variant="default"
        className={classes.danger}
        leftSection={<Icon of={IconReceiptRefund} />}
        onClick={() => setOpened(true)}
      >
        {t("invoices.credit")}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t("invoices.creditTitle", { number })}>
        <div className={classes.form}>
          <p>{t("invoices.creditText")}</p>
          <TextField
            label={t("invoices.creditNote")}
            optional
            value={note}
            maxLength={1000}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {credit.error && <FormError error={credit.error} />}
          <Button color="brick" loading={credit.isPending} onClick={submit}>
            {t("invoices.credit")}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
