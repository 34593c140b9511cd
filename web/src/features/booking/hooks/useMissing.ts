import { createContext, useContext, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { specOf } from "@/shared/booking/model/bookable";
import { memberLimits } from "@/shared/booking/model/party";
import type { BookableOffering } from "@/shared/booking/types";
import { type MissingField, missingOf } from "../model/missing";
import type { Selection } from "../model/selection";

type Messages = ReadonlyMap<MissingField, string>;

/** Messages beside the parts of the choice that are still empty. */
export const MissingMessages = createContext<Messages>(new Map());

export const useMissingMessage = (field: MissingField | undefined): string | undefined => {
  const messages = useContext(MissingMessages);
  return field && messages.get(field);
};

/** Says what is still to choose once the customer wants to go on. A message goes as soon as its part is chosen. */
export function useMissing(offering: BookableOffering, selection: Selection) {
  const { t } = useTranslation("booking");
  const [said, setSaid] = useState<readonly MissingField[]>([]);
  const missing = missingOf(offering, selection);
  const shown = said.filter((field) => missing.includes(field));
  // A part that is chosen and emptied again is not marked before the customer wants to go on again.
  if (shown.length < said.length) setSaid(shown);
  const text = (field: MissingField): string => {
    if (field === "tickets")
      return t("missing.tickets", { count: memberLimits(offering, selection.rooms).min });
    if (field === "variant" && specOf(offering.availability).rooms) return t("missing.roomType");
    return t(`missing.${field}`);
  };
  return {
    messages: new Map(shown.map((field) => [field, text(field)])) as Messages,
    /** Marks what is empty and moves the focus to the first of it. Returns true if nothing is. */
    check(): boolean {
      flushSync(() => setSaid(missing));
      if (missing.length === 0) return true;
      focusMissing();
      return false;
    },
  };
}

/** The day or time that the Tab key reaches, else the first button that can be pressed. */
const CONTROLS = [
  '[tabindex="0"]:not([aria-disabled="true"])',
  'button:not(:disabled, [aria-disabled="true"], [tabindex="-1"])',
];

function focusMissing(): void {
  const part = document.querySelector<HTMLElement>("[data-missing]");
  const control = CONTROLS.map((one) => part?.querySelector<HTMLElement>(one)).find(Boolean);
  (control ?? part)?.focus({ preventScroll: true });
  // The bar with the button covers the foot of the page.
  part?.scrollIntoView({ block: "center" });
}
