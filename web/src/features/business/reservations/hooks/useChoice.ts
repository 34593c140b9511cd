import { useState } from "react";
import { useCompanyDay } from "../api";
import { type Choice, isCounted, missingOf, PARTY_MAX, requestOf } from "../model/choice";
import type { Availability } from "../types";

interface Chosen {
  offering: { id: number; availability: Availability };
  members: number;
  /** Reservation that is moved: its own time and place count as free. */
  moved?: number;
  start: () => Choice;
}

/** Choice of a time with its place and classes, and the request that it makes. */
export function useChoice({ offering: { id, availability }, members, moved, start }: Chosen) {
  const [choice, setChoice] = useState(start);
  const day = useCompanyDay(id, {
    date: choice.date,
    members: isCounted(availability) ? 1 : Math.min(members, PARTY_MAX),
    ...(moved !== undefined && { booking_id: moved }),
  });
  return {
    choice,
    setChoice,
    day,
    missing: missingOf(availability, day.data, choice),
    request: requestOf(availability, day.data, choice),
  };
}

export type ChoiceState = ReturnType<typeof useChoice>;
