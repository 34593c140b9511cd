import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { LeaveSheet } from "@/shared/forms/LeaveSheet";
import { useMoney } from "@/shared/money/formatMoney";
import { RequestKeys } from "@/shared/requests/requestKeys";
import { CheckField } from "@/ui/CheckField";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import { useCatalogueTerms } from "../catalogue/useCatalogueTerms";
import classes from "../components/BusinessScreen.module.css";
import { useCreateInvoice, useMailInvoice } from "./api";
import { InvoiceLineFields } from "./InvoiceLineFields";
import {
  blankInvoice,
  blankLine,
  formOf,
  type InvoiceFields,
  type InvoiceTerms,
  LINES_MAX,
  type LineFields,
  mailProblem,
  type Problems,
  problemsOf,
  totalsOf,
} from "./model";

/** Form of an invoice: customer, lines, total. */
export function NewInvoiceScreen() {
  const { t } = useTranslation("business-sales");
  const terms = useCatalogueTerms();
  return (
    <Screen title={t("invoices.new")} back="/pro/invoices">
      {terms.data ? (
        <InvoiceEditor terms={terms.data} />
      ) : terms.isError ? (
        <ErrorState title={t("invoices.failed")} onRetry={() => void terms.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}

function InvoiceEditor({ terms }: { terms: InvoiceTerms }) {
  const { currency } = terms;
  const { t } = useTranslation("business-sales");
  const navigate = useNavigate();
  const money = useMoney();
  const form = useRef<HTMLFormElement>(null);
  const [keys] = useState(() => new RequestKeys());
  const create = useCreateInvoice();
  const mail = useMailInvoice();
  const [mails, setMails] = useState(true);
  const [fields, setFields] = useState<InvoiceFields>(blankInvoice);
  const [problems, setProblems] = useState<Problems>({});
  const blank = useRef(JSON.stringify(fields));
  const dirty = JSON.stringify(fields) !== blank.current;
  const change = (changed: Partial<InvoiceFields>) => {
    setFields((before) => ({ ...before, ...changed }));
    setProblems({});
  };
  const setLine = (at: number, changed: Partial<LineFields>) =>
    change({ lines: fields.lines.map((line, index) => (index === at ? { ...line, ...changed } : line)) });
  const { total, vat } = totalsOf(fields.lines, terms);
  const problem = (path: string) => problems[path] && t(`invoices.problem.${problems[path]}`);
  const submit = () => {
    const found = problemsOf(fields, currency);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      // The messages are shown first, and the focus then moves to the first of them.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    const body = formOf(fields, terms);
    // A repeat issues no second invoice.
    const keyed = { ...body, client_id: keys.of([body]) };
    create.mutate(keyed, {
      onSuccess({ data }) {
        toast.success(t("invoices.issued", { number: data.number }));
        if (mails && data.buyer.email) {
          mail.mutate(data.number, { onError: (error) => toast.error(t(mailProblem(error)), error) });
        }
        navigate(`/pro/invoices/${data.number}`, { replace: true });
      },
    });
  };
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.pair}>
        <TextField
          label={t("invoices.customer")}
          required
          value={fields.customer}
          error={problem("customer")}
          maxLength={200}
          onChange={({ currentTarget }) => change({ customer: currentTarget.value })}
        />
        <TextField
          label={t("invoices.email")}
          optional
          type="email"
          value={fields.email}
          error={problem("email")}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
      </div>
      {fields.email.trim() && (
        <CheckField
          label={t("invoices.mailIt")}
          checked={mails}
          onChange={({ currentTarget }) => setMails(currentTarget.checked)}
        />
      )}
      <TextAreaField
        label={t("invoices.billedTo")}
        optional
        value={fields.billedTo}
        maxLength={500}
        rows={3}
        onChange={({ currentTarget }) => change({ billedTo: currentTarget.value })}
      />
      <h2 className={classes.title}>{t("invoices.lines")}</h2>
      {terms.vat_mode === "on_top" && <p className={classes.muted}>{t("invoices.net")}</p>}
      {fields.lines.map((line, at) => (
        <InvoiceLineFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and its fields are controlled
          key={at}
          line={line}
          currency={currency}
          problem={(field) => problem(`lines.${at}.${field}`)}
          onChange={(changed) => setLine(at, changed)}
          onRemove={
            fields.lines.length > 1
              ? () => change({ lines: fields.lines.filter((_, index) => index !== at) })
              : undefined
          }
        />
      ))}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          disabled={fields.lines.length >= LINES_MAX}
          onClick={() => change({ lines: [...fields.lines, blankLine()] })}
        >
          {t("invoices.addLine")}
        </Button>
      </div>
      <TextAreaField
        label={t("invoices.note")}
        optional
        value={fields.note}
        maxLength={1000}
        rows={2}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <div>
        <p className={classes.sum}>
          <span>{t("invoices.total")}</span>
          <output>{money(total, currency)}</output>
        </p>
        <p className={classes.muted}>{t("invoices.vatIncluded", { amount: money(vat, currency) })}</p>
      </div>
      {create.error && <FormError error={create.error} />}
      <Button type="submit" color="terracotta" loading={create.isPending}>
        {t("invoices.issue")}
      </Button>
      <p className={classes.muted}>{t("invoices.final")}</p>
      <LeaveSheet dirty={dirty && !create.isPending && !create.isSuccess} />
    </form>
  );
}
