import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { Stepper } from "@/shared/booking/components/Stepper";
import { plusDays } from "@/shared/booking/model/dates";
import { MAX_UNITS } from "@/shared/booking/model/units";
import type { BookableOffering, Contact } from "@/shared/booking/types";
import forms from "@/shared/forms/forms.module.css";
import { focusFirst } from "@/shared/forms/serverErrors";
import { SelectField } from "@/ui/SelectField";
import { Sheet } from "@/ui/Sheet";
import { TextField } from "@/ui/TextField";
import { bookingKeys, joinWaitlist } from "../api";
import { contactIn, showRefusals, useContactForm } from "../hooks/useContactForm";
import { type WaitChoice, withQuantity } from "../model/waitlist";
import type { WaitedTime } from "../types";
import { ContactFields } from "./ContactFields";
import { Notice } from "./Notice";

interface WaitlistSheetProps {
  offering: BookableOffering;
  choices: readonly WaitChoice[];
  counted?: boolean;
  stay?: { rooms: number; members: number; today: string; checkIn: string | null };
  onClose: () => void;
  onJoined: () => void;
}

/** Time, party and contact of a customer who waits. */
export function WaitlistSheet({ offering, choices, counted, stay, onClose, onJoined }: WaitlistSheetProps) {
  const { t } = useTranslation("booking");
  const queries = useQueryClient();
  const form = useContactForm(useUser());
  const [key, setKey] = useState(choices[0]?.key ?? "");
  const [quantity, setQuantity] = useState(1);
  const [checkIn, setCheckIn] = useState(stay?.checkIn ?? stay?.today ?? "");
  const [checkOut, setCheckOut] = useState(() => (checkIn ? plusDays(checkIn, 1) : ""));
  const [refusal, setRefusal] = useState<string | null>(null);
  const time = (): WaitedTime => {
    if (stay) return { check_in: checkIn, check_out: checkOut, rooms: stay.rooms, members: stay.members };
    const chosen = (choices.find((choice) => choice.key === key) ?? choices[0])?.time ?? {};
    return counted ? withQuantity(chosen, quantity) : chosen;
  };
  const join = useMutation({
    mutationFn: (contact: Contact) => joinWaitlist(offering.id, time(), contact),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: bookingKeys.waitlist });
      onJoined();
    },
    onError(error) {
      if (showRefusals(form, error, t)) return;
      const code = error instanceof ApiError ? error.code : "";
      const known = REFUSALS[code];
      const fields = error instanceof ApiError ? error.fields : {};
      const date = DATES.find((name) => fields[name]);
      setRefusal(t(known ?? (date ? `refusal.field.${date}` : "waitlist.failed")));
    },
  });
  const submit = form.onSubmit(
    (values) => {
      setRefusal(null);
      join.mutate(contactIn(values));
    },
    (errors) => focusFirst(form, errors),
  );
  return (
    <Sheet opened onClose={onClose} title={t("waitlist.title")}>
      <form className={forms.form} noValidate onSubmit={submit}>
        {refusal && <Notice title={refusal} />}
        <p>{t("waitlist.lead")}</p>
        {choices.length > 0 && (
          <SelectField
            label={t("waitlist.when")}
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
            data={choices.map((choice) => ({ value: choice.key, label: choice.label }))}
          />
        )}
        {stay && (
          <div className={forms.pair}>
            <TextField
              type="date"
              label={t("waitlist.arrival")}
              required
              value={checkIn}
              min={stay.today}
              onChange={({ currentTarget }) => {
                const { value } = currentTarget;
                setCheckIn(value);
                if (value && value >= checkOut) setCheckOut(plusDays(value, 1));
              }}
            />
            <TextField
              type="date"
              label={t("waitlist.departure")}
              required
              value={checkOut}
              min={plusDays(checkIn || stay.today, 1)}
              onChange={({ currentTarget }) => setCheckOut(currentTarget.value)}
            />
          </div>
        )}
        {counted && (
          <Stepper
            label={t("waitlist.places")}
            name={t("waitlist.places")}
            value={quantity}
            limits={{ min: 1, max: MAX_UNITS }}
            onChange={setQuantity}
          />
        )}
        <ContactFields form={form} />
        <Button type="submit" color="terracotta" loading={join.isPending}>
          {t("waitlist.join")}
        </Button>
      </form>
    </Sheet>
  );
}

const DATES = ["check_out", "check_in"] as const;

const REFUSALS: Readonly<Record<string, "waitlist.stillFree" | "waitlist.tooMany" | "common:error.network">> =
  {
    "booking.still_free": "waitlist.stillFree",
    "booking.too_many_waiting": "waitlist.tooMany",
    network: "common:error.network",
  };
