import { createContext } from "react";

/** Current time of the board. A minute draws the ages of the cards again, and no card whose urgency stays. */
export const BoardNow = createContext(0);
