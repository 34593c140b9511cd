import { Skeleton } from "@mantine/core";
import { ChildrenStepper } from "@/shared/booking/components/ChildrenStepper";
import { PartySteppers } from "@/shared/booking/components/PartySteppers";
import { isBookable } from "@/shared/booking/model/bookable";
import { hasPartyChoice, type Party } from "@/shared/booking/model/party";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { useBookableOfferings } from "../api";
import { isCounted, PARTY_MAX } from "../model/choice";
import type { Reservation } from "../types";

interface MovePartyProps {
  reservation: Pick<Reservation, "offering" | "company">;
  party: Party;
  onChange: (change: Partial<Party>) => void;
}

/** Persons and rooms of a reservation. Where places are counted, only the children among those who have them. */
export function MoveParty({ reservation: { offering, company }, party, onChange }: MovePartyProps) {
  const { availability, category, id } = offering;
  const countsChildren = useCategorySpec(category)?.party === "adults_and_children";
  const offerings = useBookableOfferings(company.id);
  if (!isBookable(availability)) return null;
  if (isCounted(availability)) {
    if (!countsChildren) return null;
    return (
      <ChildrenStepper
        persons={party.members}
        value={party.children}
        onChange={(children) => onChange({ children })}
      />
    );
  }
  if (offerings.isPending) return <Skeleton height={60} radius="md" />;
  // Off sale, only the server knows the limits.
  const card = offerings.data?.find((one) => one.id === id);
  const { members_min = 1, members_max = PARTY_MAX, details = {} } = card ?? {};
  const sized = { availability, members_min, members_max, details };
  if (!hasPartyChoice(sized)) return null;
  return <PartySteppers offering={sized} party={party} countsChildren={countsChildren} onChange={onChange} />;
}
