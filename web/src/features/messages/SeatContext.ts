import { createContext } from "react";

/**
 * Account that the viewer acts as in the chats below. Without it: the company that the viewer works for, else the viewer's own
 * account.
 */
export const SeatContext = createContext<number | undefined>(undefined);
