import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { today } from "../../reservations/model/dates";
import { type Address, addressOf, type View } from "../model/address";

/** View, date, filter and opened reservation, as the address keeps them. */
export function useAddress(usual: View, zone: string) {
  const [search, setSearch] = useSearchParams();
  const address = useMemo(() => addressOf(search, usual, today(zone)), [search, usual, zone]);
  const set = (change: Record<string, string | number | null | undefined>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(change)) {
          if (value === undefined) continue;
          if (value === null) next.delete(key);
          else next.set(key, String(value));
        }
        return next;
      },
      { replace: true },
    );
  return {
    address,
    /** Changes the address. Defaults are left out. */
    write: ({ view, date, offering, resource }: Partial<Address>) =>
      set({
        view: view === usual ? null : view,
        date: date === today(zone) ? null : date,
        offering,
        resource,
      }),
    opened: Number(search.get("reservation")) || null,
    openReservation: (id: number | null) => set({ reservation: id }),
  };
}
