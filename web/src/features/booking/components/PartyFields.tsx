import { useId } from "react";
import { PartySteppers } from "@/shared/booking/components/PartySteppers";
import { specOf } from "@/shared/booking/model/bookable";
import { hasPartyChoice } from "@/shared/booking/model/party";
import type { BookableOffering } from "@/shared/booking/types";
import { useMissingMessage } from "../hooks/useMissing";
import type { Selection } from "../model/selection";
import { MissingText } from "./MissingText";

interface PartyFieldsProps {
  offering: BookableOffering;
  selection: Selection;
  /** A booking tells children from adults. */
  countsChildren: boolean;
  onChange: (change: Partial<Selection>) => void;
}

/** Number of persons and rooms. Nothing to choose: nothing is shown. */
export function PartyFields({ offering, selection, countsChildren, onChange }: PartyFieldsProps) {
  const id = useId();
  const missing = useMissingMessage("members");
  if (!hasPartyChoice(offering)) return null;
  const { tables } = specOf(offering.availability);
  return (
    <div data-missing={missing && ""} tabIndex={missing ? -1 : undefined}>
      <PartySteppers
        offering={offering}
        party={selection}
        countsChildren={countsChildren}
        onChange={(change) => onChange({ ...change, ...(tables && { resource: null }) })}
      />
      <MissingText id={id} text={missing} />
    </div>
  );
}
