import { create } from "zustand";
import type { OrderState } from "@/shared/orders/types";

/** Outcome of a step that the member did not expect. */
export type Notice =
  | { kind: "conflict"; code: string; state: OrderState }
  | { kind: "failed"; code: string; offline: boolean }
  | { kind: "taken"; code: string; name: string };

/** Latest notice. The card that caused it may have left its column. */
export const useNotice = create<{ notice: Notice | null }>(() => ({ notice: null }));

export const showNotice = (notice: Notice | null): void => useNotice.setState({ notice });

/** Removes the notice about an order that has moved on. That of another stays. */
export const withdrawNotice = (code: string): void =>
  useNotice.setState(({ notice }) => (notice?.code === code ? { notice: null } : {}));
