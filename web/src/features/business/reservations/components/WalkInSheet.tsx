import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { customerName } from "@/shared/forms/customerName";
import { applyServerErrors } from "@/shared/forms/serverErrors";
import { email, optional, phone } from "@/shared/forms/validation";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { ErrorState } from "@/ui/ErrorState";
import { SelectField } from "@/ui/SelectField";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import { useAddWalkIn, useBookableOfferings } from "../api";
import { useChoice } from "../hooks/useChoice";
import { useProblem } from "../hooks/useProblem";
import { isCounted, PARTY_MAX, startChoice } from "../model/choice";
import { today } from "../model/dates";
import type { WalkInStart } from "../model/walkInStart";
import type { OfferingCard } from "../types";
import { Problem } from "./Problem";
import classes from "./Reservations.module.css";
import { TimeFields } from "./TimeFields";

/** The server's limit of a customer's note. */
const NOTE_MAX = 500;

interface WalkInSheetProps {
  company: { id: number; time_zone: string };
  date: string;
  /** Chosen time, such as one of the calendar. */
  start?: WalkInStart;
  onClose: () => void;
}

/** A reservation of a customer at the counter or on the phone. It is confirmed at once. */
export function WalkInSheet({ company, date, start, onClose }: WalkInSheetProps) {
  const { t } = useTranslation("reservations");
  const offerings = useBookableOfferings(company.id);
  const zone = company.time_zone;
  const all = offerings.data ?? [];
  const first = all.find(({ id }) => id === start?.offering) ?? all[0];
  return (
    <Sheet opened onClose={onClose} title={t("walkIn.title")}>
      {offerings.data && first ? (
        <WalkInForm
          offerings={offerings.data}
          first={first}
          zone={zone}
          date={date}
          at={start}
          onClose={onClose}
        />
      ) : offerings.data ? (
        <EmptyState title={t("walkIn.empty")} text={t("walkIn.emptyText")} />
      ) : offerings.isError ? (
        <ErrorState title={t("walkIn.failed")} onRetry={() => void offerings.refetch()} />
      ) : (
        <RowSkeletons rows={3} />
      )}
    </Sheet>
  );
}

interface WalkInFormProps extends Pick<WalkInSheetProps, "date" | "onClose"> {
  offerings: readonly OfferingCard[];
  first: OfferingCard;
  zone: string;
  at: WalkInStart | undefined;
}

interface WalkInValues extends Record<string, unknown> {
  product_id: string;
  members: string;
  children: string;
  customer_name: string;
  contact_number: string;
  email: string;
  note: string;
}

const EMPTY = {
  members: "2",
  children: "0",
  customer_name: "",
  contact_number: "",
  email: "",
  note: "",
};

function WalkInForm({ offerings, first, zone, date, at, onClose }: WalkInFormProps) {
  const { t } = useTranslation(["reservations", "auth", "booking"]);
  const problem = useProblem();
  const add = useAddWalkIn();
  const earliest = today(zone);
  const said = (wrong: string | null) => wrong && t(`booking:validation.${wrong as "nameRequired"}`);
  const form = useForm<WalkInValues>({
    initialValues: { ...EMPTY, product_id: String(first.id) },
    validate: {
      members: (text) => (isParty(text) ? null : t("walkIn.partyInvalid", { max: PARTY_MAX })),
      children: (text) =>
        text === "0" || isParty(text) ? null : t("walkIn.childrenInvalid", { max: PARTY_MAX }),
      customer_name: (text) => said(customerName(text)),
      contact_number: (text) => said(optional(text, phone)),
      email: (text) => said(optional(text, email)),
    },
  });
  const offering = offerings.find(({ id }) => String(id) === form.values.product_id) ?? first;
  const members = isParty(form.values.members) ? Number(form.values.members) : 1;
  const wish = at && { startsAt: at.startsAt, place: at.place };
  const start = () => startChoice(date < earliest ? earliest : date, wish);
  const countsChildren = useCategorySpec(offering.category)?.party === "adults_and_children";
  const chosen = useChoice({ offering, members, start });
  const { request, setChoice } = chosen;
  const [attempted, setAttempted] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const refuse = () => {
    setAttempted(true);
    // The messages are shown first, and the focus then moves to the first of them.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-missing]")?.focus(),
    );
  };
  const submit = (values: WalkInValues) => {
    if (!request) return refuse();
    const body = {
      product_id: offering.id,
      members,
      ...request,
      ...(countsChildren && Number(values.children) > 0 && { children: Number(values.children) }),
      customer_name: values.customer_name.trim(),
      contact_number: values.contact_number.trim() || null,
      email: values.email.trim() || null,
      note: values.note.trim() || null,
    };
    add.mutate(body, {
      onSuccess() {
        toast.success(t("done.added"));
        onClose();
      },
      onError(error) {
        setChoice((before) => ({ ...before, startsAt: null }));
        applyServerErrors(form, error, t);
      },
    });
  };
  const named =
    add.error instanceof ApiError && Object.keys(add.error.fields).some((key) => key in form.values);
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={form.onSubmit(submit, refuse)}>
      <Problem text={add.error && !named ? problem(add.error) : null} />
      <SelectField
        label={t("walkIn.offering")}
        data={offerings.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps("product_id")}
        onChange={({ currentTarget }) => {
          form.setFieldValue("product_id", currentTarget.value);
          setChoice(({ date: day }) => startChoice(day));
        }}
      />
      {!isCounted(offering.availability) && (
        <TextField
          type="number"
          inputMode="numeric"
          min={1}
          max={PARTY_MAX}
          required
          label={t("walkIn.party")}
          {...form.getInputProps("members")}
        />
      )}
      {countsChildren && (
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          max={PARTY_MAX}
          required
          label={t("walkIn.children")}
          {...form.getInputProps("children")}
        />
      )}
      <TimeFields
        offering={offering}
        currency={offering.currency}
        zone={zone}
        earliest={earliest}
        chosen={chosen}
        attempted={attempted}
      />
      <TextField
        label={t("walkIn.name")}
        required
        autoComplete="off"
        {...form.getInputProps("customer_name")}
      />
      <TextField
        type="tel"
        label={t("walkIn.phone")}
        optional
        autoComplete="off"
        {...form.getInputProps("contact_number")}
      />
      <TextField
        type="email"
        label={t("walkIn.email")}
        optional
        autoComplete="off"
        {...form.getInputProps("email")}
      />
      <TextAreaField
        {...form.getInputProps("note")}
        onChange={({ currentTarget }) => form.setFieldValue("note", currentTarget.value)}
        label={t("walkIn.note")}
        optional
        maxLength={NOTE_MAX}
        rows={2}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
        <Button type="submit" color="terracotta" loading={add.isPending}>
          {t("walkIn.submit")}
        </Button>
      </div>
    </form>
  );
}

function isParty(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= PARTY_MAX;
}
