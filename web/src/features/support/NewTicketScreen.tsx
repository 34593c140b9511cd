import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { ApiError } from "@/api/errors";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { firstFieldError } from "@/shared/forms/serverErrors";
import type { Order } from "@/shared/orders/types";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { SelectField } from "@/ui/SelectField";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextField } from "@/ui/TextField";
import { newClientId, useCategories, useCreateTicket, useNamedOrder, useRecentOrders } from "./api";
import { FileField } from "./components/FileField";
import classes from "./components/Support.module.css";
import { TextArea } from "./components/TextArea";
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
  /** A consumer may name an order, whose company answers. */
  withOrders: boolean;
}

/** Form of a ticket. `?order=` fills in the order that it is about. */
export function NewTicketScreen({ list, base, withOrders }: NewTicketScreenProps) {
  const { t } = useTranslation("support");
  const categories = useCategories();
  const [search] = useSearchParams();
  const id = (withOrders && Number(search.get("order"))) || 0;
  const named = useNamedOrder(id);
  const unknown = named.error instanceof ApiError && named.error.status === 404;
  const failed = [categories, named].find(({ isLoadingError }) => isLoadingError);
  return (
    <Screen title={t("tickets.new")} back={list}>
      {categories.data && (named.data || id <= 0 || unknown) ? (
        <TicketForm
          categories={categories.data}
          named={named.data ?? null}
          base={base}
          withOrders={withOrders}
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
  /** Order that the address names. */
  named: Pick<Order, "id" | "code" | "company"> | null;
  base: string;
  withOrders: boolean;
}

function TicketForm({ categories, named, base, withOrders }: TicketFormProps) {
  const { t } = useTranslation("support");
  const navigate = useNavigate();
  const order = named ? String(named.id) : "";
  const form = useForm({
    initialValues: { category: order ? "order_issue" : "", subject: "", description: "", order },
    validate: {
      category: (key) => (key ? null : t("problem.category")),
      subject: (text) => (text.trim() ? null : t("problem.subject")),
      description: (text) => (text.trim() ? null : t("problem.description")),
    },
  });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [clientId] = useState(newClientId);
  const create = useCreateTicket(clientId);
  const recent = useRecentOrders(withOrders).data ?? [];
  const orders = named && !recent.some(({ id }) => id === named.id) ? [named, ...recent] : recent;
  const { values } = form;
  const isAboutOrder = categories.find(({ key }) => key === values.category)?.about_order ?? true;
  const submit = form.onSubmit(
    ({ category, ...texts }) =>
      create.mutate(
        { ...texts, category: category as TicketCategory, order: isAboutOrder ? values.order : "", files },
        {
          onSuccess(ticket) {
            toast.success(t("new.sent"));
            navigate(`${base}/${ticket.id}`, { replace: true });
          },
        },
      ),
    () => {},
  );
  const chosen = orders.find(({ id }) => String(id) === values.order);
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
      {withOrders && isAboutOrder && (
        <SelectField
          {...form.getInputProps("order")}
          label={t("field.order")}
          description={chosen ? t("new.answers", { company: chosen.company.name }) : t("new.answersPlaza")}
          data={[
            { value: "", label: t("field.noOrder") },
            ...orders.map(({ id, code, company }) => ({
              value: String(id),
              label: `${code} · ${company.name}`,
            })),
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
        error={create.error && firstFieldError(create.error, t, "documents")}
      />
      <FormError error={create.error} known={["documents"]} />
      <Button type="submit" color="terracotta" loading={create.isPending}>
        {t("new.send")}
      </Button>
    </form>
  );
}
