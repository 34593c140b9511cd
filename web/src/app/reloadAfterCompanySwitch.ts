import { takePathAfterSwitch } from "@/api/company";

/**
 * Loads the page anew after a switch of company: nothing of the one before stays in memory, neither answers nor sockets
 * nor open forms. Pages of the business side start at the dashboard, because the next company has no such entry.
 */
export function reloadAfterCompanySwitch(): void {
  const chosen = takePathAfterSwitch();
  const { pathname } = window.location;
  const isBusiness = pathname === "/pro" || pathname.startsWith("/pro/");
  if (chosen || isBusiness) window.location.assign(chosen ?? "/pro");
  else window.location.reload();
}
