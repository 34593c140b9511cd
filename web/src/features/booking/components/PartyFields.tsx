import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Stepper } from "@/shared/booking/components/Stepper";
import { specOf } from "@/shared/booking/model/bookable";
import { MAX_UNITS } from "@/shared/booking/model/units";
import type { BookableOffering } from "@/shared/booking/types";
import { useMissingMessage } from "../hooks/useMissing";
import { clampTo, memberLimits, type Selection } from "../model/selection";
import classes from "./Booking.module.css";
import { MissingText } from "./MissingText";

interface PartyFieldsProps {
  offering: BookableOffering;
  selection: Selection;
  onChange: (change: Partial<Selection>) => void;
}

/** Number of persons and rooms. Nothing to choose: nothing is shown. */
export function PartyFields({ offering, selection, onChange }: PartyFieldsProps) {
  const { t } = useTranslation("booking");
  const id = useId();
  const missing = useMissingMessage("members");
  const { rooms: hasRooms, tables } = specOf(offering.availability);
  const limits = memberLimits(offering, selection.rooms);
  if (limits.min === limits.max && !hasRooms) return null;
  const setRooms = (rooms: number) =>
    onChange({ rooms, members: clampTo(memberLimits(offering, rooms), Math.max(selection.members, rooms)) });
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
      <Stepper
        label={t(hasRooms ? "party.adults" : "party.members")}
        name={t(hasRooms ? "party.adults" : "party.members")}
        note={t("party.limits", { min: limits.min, max: limits.max })}
        value={selection.members}
        limits={limits}
        onChange={(members) => onChange({ members, ...(tables && { resource: null }) })}
      />
      <MissingText id={id} text={missing} />
    </div>
  );
}
