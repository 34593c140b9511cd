import { createContext, type ReactNode } from "react";

/** Content that the shell gives to the screens inside it. */
export interface ShellParts {
  /** At the end of every top bar on a phone, where the shell has no bar of its own. */
  end?: ReactNode;
  /** In the place of a title, on the phone's screens that belong to a place. */
  place?: ReactNode;
  /** At the top of every screen that scrolls as a page, below a phone's top bar. */
  banner?: ReactNode;
  /** Below every screen that scrolls as a page. */
  footer?: ReactNode;
  /** The screen is in a sheet over another: the sheet has the title, and there is room for one column. */
  sheet?: boolean;
}

export const ShellParts = createContext<ShellParts>({});
