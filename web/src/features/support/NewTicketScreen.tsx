import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { ApiError } from "@/api/errors";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, firstFieldError, focusFirst } from "@/shared/forms/serverErrors";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { SelectField } from "@/ui/SelectField";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextField } from "@/ui/TextField";
import { useCategories, useCreateTicket, useNamedPurchase, useRecentPurchases } from "./api";
import { FileField } from "./components/FileField";
import classes from "./components/Support.module.css";
import { TextArea } from "./components/TextArea";
import { keyOf, namedIn, type Purchase } from "./model/purchase";
import type { TicketCategory } from "./types";

/** As the server takes them. */
const SUBJECT_MAX = 120;
const TEXT_MAX = 4000;
const FILES_MAX = 4;

interface NewTicketScreenProps {
  /** List of the tickets of the account. */
  list: string;
  /** Path before the id of the new ticket. */
  base: string;
  /** A consumer may name an order or a booking, whose company answers. */
  withPurchases: boolean;
}

/** Form of a ticket. `?order=` and `?booking=` fill in what it is about. */
export function NewTicketScreen({ list, base, withPurchases }: NewTicketScreenProps) {
  const { t } = useTranslation("support");
  const categories = useCategories();
  const [search] = useSearchParams();
  const asked = withPurchases ? namedIn(search) : null;
  const named = useNamedPurchase(asked);
  const unknown = named.error instanceof ApiError && named.error.status === 404;
  const failed = [categories, named].find(({ isLoadingError }) => isLoadingError);
  return (
    <Screen title={t("tickets.new")} back={list}>
      {categories.data && (named.data || !asked || unknown) ? (
        <TicketForm
          categories={categories.data}
          named={named.data ?? null}
          base={base}
          withPurchases={withPurchases}
        />
      ) : failed ? (
        <ErrorState title={t("new.failed")} onRetry={() => void failed.refetch()} />
      ) : (
        <RowSkeletons rows={4} />
      )}
    </Screen>
  );
}

interface TicketFormProps {
  categories: readonly { key: TicketCategory; about_order: boolean }[];
  /** Purchase that the address names. */
  named: Purchase | null;
  base: string;
  withPurchases: boolean;
}

function TicketForm({ categories, named, base, withPurchases }: TicketFormProps) {
  const { t } = useTranslation("support");
  const { t: tAuth } = useTranslation("auth");
  const navigate = useNavigate();
  const form = useForm({
    initialValues: {
      category: named ? "order_issue" : "",
      subject: "",
      description: "",
      purchase: named ? keyOf(named) : "",
    },
    validate: {
      category: (key) => (key ? null : t("problem.category")),
      subject: (text) => (text.trim() ? null : t("problem.subject")),
      description: (text) => (text.trim() ? null : t("problem.description")),
    },
  });
  const [files, setFiles] = useState<readonly File[]>([]);
  const create = useCreateTicket();
  const recent = useRecentPurchases(withPurchases).data ?? [];
  const isListed = named && recent.some((one) => keyOf(one) === keyOf(named));
  const purchases: readonly Purchase[] = named && !isListed ? [named, ...recent] : recent;
  const { values } = form;
  const chosen = purchases.find((one) => keyOf(one) === values.purchase);
  const isAboutOrder = categories.find(({ key }) => key === values.category)?.about_order ?? true;
  const submit = form.onSubmit(
    ({ category, subject, description }) =>
      create.mutate(
        {
          category: category as TicketCategory,
          subject,
          description,
          about: isAboutOrder && chosen ? { kind: chosen.kind, id: chosen.id } : null,
          files,
        },
        {
          onSuccess(ticket) {
            toast.success(t("new.sent"));
            navigate(`${base}/${ticket.id}`, { replace: true });
          },
          onError: (error) => applyServerErrors(form, error, tAuth),
        },
      ),
    (errors) => focusFirst(form, errors),
  );
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <SelectField
        {...form.getInputProps("category")}
        label={t("field.category")}
        required
        data={[
          { value: "", label: t("field.choose"), disabled: true },
          ...categories.map(({ key }) => ({ value: key, label: t(`category.${key}`) })),
        ]}
      />
      {withPurchases && isAboutOrder && (
        <SelectField
          {...form.getInputProps("purchase")}
          label={t("field.purchase")}
          description={chosen ? t("new.answers", { company: chosen.company.name }) : t("new.answersPlaza")}
          data={[
            { value: "", label: t("field.noPurchase") },
            ...purchases.map((one) => ({ value: keyOf(one), label: `${one.code} · ${one.company.name}` })),
          ]}
        />
      )}
      <TextField
        {...form.getInputProps("subject")}
        label={t("field.subject")}
        required
        maxLength={SUBJECT_MAX}
      />
      <TextArea
        field={form.getInputProps("description")}
        label={t("field.description")}
        maxLength={TEXT_MAX}
      />
      <FileField
        label={t("files.add")}
        files={files}
        onChange={setFiles}
        most={FILES_MAX}
        documents
        error={create.error && firstFieldError(create.error, tAuth, "documents")}
      />
      <FormError error={create.error} known={[...Object.keys(values), "documents"]} />
      <Button type="submit" color="terracotta" loading={create.isPending}>
        {t("new.send")}
      </Button>
    </form>
  );
}
