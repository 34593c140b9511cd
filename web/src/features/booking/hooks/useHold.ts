import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { ulid } from "@/live";
import type { Booking, BookingTime } from "@/shared/booking/types";
import { holdTime, releaseHold, releaseOnExit } from "../api";

export type Hold =
  | { status: "none" }
  | { status: "holding" }
  /** `deadline` is in the clock of this device. */
  | { status: "held"; booking: Booking; deadline: number }
  | { status: "expired" }
  | { status: "failed"; error: Error };

/** Quantities change step by step: of choices that follow each other within this time, the first and the last are held. */
const SETTLE_MS = 300;

interface HoldControl {
  hold: Hold;
  /** Requests the hold of a time that is chosen now, before the choice is rendered. */
  begin: (time: BookingTime | null) => void;
  /** Holds the same time once more. */
  again: () => void;
  expire: () => void;
  /** The booking is confirmed: it is not given back. */
  settle: () => void;
  /** Total or terms changed. */
  update: (booking: Booking) => void;
}

const keyOf = (time: BookingTime | null) => time && JSON.stringify(time);

/** Holds a time as soon as it is chosen. Gives it back when another is chosen or the page is left. */
export function useHold(offering: number, time: BookingTime | null): HoldControl {
  const [hold, setHold] = useState<Hold>({ status: "none" });
  const [attempt, again] = useReducer((count: number) => count + 1, 0);
  const held = useRef<number | null>(null);
  // Requests follow each other: a hold that is given back makes room for the next.
  const requests = useRef<Promise<void> | null>(null);
  const chosenAt = useRef(Number.NEGATIVE_INFINITY);
  const key = keyOf(time);
  /** The time that is wanted now. A request whose turn comes too late is not sent. */
  const wanted = useRef<string | null>(null);
  const begun = useRef<Promise<Booking | null> | null>(null);

  const release = useCallback(async () => {
    const id = held.current;
    held.current = null;
    // A hold that is not given back ends by itself.
    if (id !== null) await releaseHold(id).catch(() => {});
  }, []);

  /** Gives the previous hold back and asks for the wanted time. Null: another is wanted meanwhile, or none. */
  const request = useCallback(
    (of: string | null): Promise<Booking | null> => {
      wanted.current = of;
      const hold = async () => {
        if (held.current !== null) await release();
        if (wanted.current !== of || of === null) return null;
        const made = await holdTime(offering, JSON.parse(of) as BookingTime, ulid());
        held.current = made.id;
        return made;
      };
      // Without an earlier request it is sent at once: even a resolved promise would let the render go first.
      const booking = requests.current ? requests.current.then(hold) : hold();
      const done = booking.then(
        () => {},
        () => {},
      );
      requests.current = done;
      void done.then(() => {
        if (requests.current === done) requests.current = null;
      });
      return booking;
    },
    [offering, release],
  );

  const begin = (next: BookingTime | null) => {
    const of = keyOf(next);
    if (of === null || of === key || performance.now() - chosenAt.current < SETTLE_MS) return;
    begun.current = request(of);
  };

  // Before the paint, so that a request that is not begun does not wait for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` holds the same time again
  useLayoutEffect(() => {
    let current = true;
    setHold({ status: key ? "holding" : "none" });
    const follow = async (asked: Promise<Booking | null>) => {
      try {
        const booking = await asked;
        if (current && booking) setHold({ status: "held", booking, deadline: deadlineOf(booking) });
      } catch (error) {
        if (current) setHold({ status: "failed", error: error as Error });
      }
    };
    const early = wanted.current === key ? begun.current : null;
    begun.current = null;
    wanted.current = key;
    const now = performance.now();
    const settling = now - chosenAt.current < SETTLE_MS;
    if (key) chosenAt.current = now;
    const start = () => void follow(early ?? request(key));
    const timer = settling && !early ? setTimeout(start, SETTLE_MS) : undefined;
    if (timer === undefined) start();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [offering, key, attempt, request]);

  useEffect(() => {
    const onHide = () => {
      if (held.current !== null) releaseOnExit(held.current);
      held.current = null;
    };
    // A page from the browser's cache comes back without its hold.
    const onShow = (event: PageTransitionEvent) => event.persisted && again();
    window.addEventListener("pagehide", onHide);
    window.addEventListener("pageshow", onShow);
    return () => {
      window.removeEventListener("pagehide", onHide);
      window.removeEventListener("pageshow", onShow);
      wanted.current = null;
      void (requests.current ?? Promise.resolve()).then(release);
    };
  }, [release]);

  const expire = useCallback(() => {
    held.current = null;
    setHold({ status: "expired" });
  }, []);
  const settle = useCallback(() => {
    held.current = null;
  }, []);
  const update = useCallback(
    (booking: Booking) => setHold((before) => (before.status === "held" ? { ...before, booking } : before)),
    [],
  );
  return { hold, begin, again, expire, settle, update };
}

/** The clock of the device may be wrong: the length of the hold is taken from the server. */
function deadlineOf({ hold_expires_at, created_at }: Booking): number {
  const length = hold_expires_at === null ? 0 : Date.parse(hold_expires_at) - Date.parse(created_at);
  return Date.now() + length;
}
