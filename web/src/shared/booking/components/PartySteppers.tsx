import { useTranslation } from "react-i18next";
import { specOf } from "../model/bookable";
import { fitGuests, guestLimits, memberLimits, type Party, type SizedOffering } from "../model/party";
import { MAX_UNITS } from "../model/units";
import classes from "./ClassSteppers.module.css";
import { Stepper } from "./Stepper";

interface PartySteppersProps {
  offering: SizedOffering;
  party: Party;
  /** A booking tells children from adults. */
  countsChildren: boolean;
  onChange: (change: Partial<Party>) => void;
}

/** Number of rooms and persons. */
export function PartySteppers({ offering, party, countsChildren, onChange }: PartySteppersProps) {
  const { t } = useTranslation("booking");
  const { members, children } = party;
  const limits = memberLimits(offering, party.rooms);
  const setRooms = (rooms: number) => {
    // Each room has an adult.
    const adults = Math.max(members - children, rooms);
    onChange({ rooms, ...fitGuests(offering, { members: adults + children, children, rooms }) });
  };
  return (
    <div className={classes.steppers}>
      {specOf(offering.availability).rooms && (
        <Stepper
          label={t("party.rooms")}
          name={t("party.rooms")}
          value={party.rooms}
          limits={{ min: 1, max: MAX_UNITS }}
          onChange={setRooms}
        />
      )}
      {countsChildren ? (
        <Guests offering={offering} party={party} onChange={onChange} />
      ) : (
        <Stepper
          label={t("party.members")}
          name={t("party.members")}
          note={t("party.limits", { min: limits.min, max: limits.max })}
          value={members}
          limits={limits}
          onChange={(next) => onChange({ members: next })}
        />
      )}
    </div>
  );
}

/** Adults and children, as far as the rooms have places for them. */
function Guests({ offering, party, onChange }: Omit<PartySteppersProps, "countsChildren">) {
  const { t } = useTranslation("booking");
  const { members, children } = party;
  const limits = guestLimits(offering, party);
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
