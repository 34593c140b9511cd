import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Stepper } from "@/shared/booking/components/Stepper";
import { specOf } from "@/shared/booking/model/bookable";
import { MAX_UNITS } from "@/shared/booking/model/units";
import type { BookableOffering } from "@/shared/booking/types";
import { useMissingMessage } from "../hooks/useMissing";
import { fitGuests, guestLimits, memberLimits, type Selection } from "../model/selection";
import classes from "./Booking.module.css";
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
  const { t } = useTranslation("booking");
  const id = useId();
  const missing = useMissingMessage("members");
  const { rooms: hasRooms, tables } = specOf(offering.availability);
  const limits = memberLimits(offering, selection.rooms);
  if (limits.min === limits.max && !hasRooms) return null;
  const { members, children } = selection;
  const setRooms = (rooms: number) => {
    // Each room has an adult.
    const adults = Math.max(members - children, rooms);
    onChange({ rooms, ...fitGuests(offering, { members: adults + children, children, rooms }) });
  };
  return (
    <div className={classes.steppers} data-missing={missing && ""} tabIndex={missing ? -1 : undefined}>
      {hasRooms && (
        <Stepper
          label={t("party.rooms")}
          name={t("party.rooms")}
          value={selection.rooms}
          limits={{ min: 1, max: MAX_UNITS }}
          onChange={setRooms}
        />
      )}
      {countsChildren ? (
        <Guests offering={offering} selection={selection} onChange={onChange} />
      ) : (
        <Stepper
          label={t("party.members")}
          name={t("party.members")}
          note={t("party.limits", { min: limits.min, max: limits.max })}
          value={members}
          limits={limits}
          onChange={(next) => onChange({ members: next, ...(tables && { resource: null }) })}
        />
      )}
      <MissingText id={id} text={missing} />
    </div>
  );
}

/** Adults and children, as far as the rooms have places for them. */
function Guests({ offering, selection, onChange }: Omit<PartyFieldsProps, "countsChildren">) {
  const { t } = useTranslation("booking");
  const { members, children } = selection;
  const limits = guestLimits(offering, selection);
  return (
    <>
      <Stepper
        label={t("party.adults")}
        name={t("party.adults")}
        note={t("party.limits", { ...limits.adults })}
        value={members - children}
        limits={limits.adults}
        onChange={(adults) => onChange({ members: adults + children })}
      />
      {limits.children.max > 0 && (
        <Stepper
          label={t("party.children")}
          name={t("party.children")}
          note={t("party.limits", { ...limits.children })}
          value={children}
          limits={limits.children}
          onChange={(next) => onChange({ members: members - children + next, children: next })}
        />
      )}
    </>
  );
}
