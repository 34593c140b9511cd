import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";

const HelpRoute = lazyScreen(() => import("../HelpRoute").then((file) => file.HelpRoute));
const LegalScreen = lazyScreen(() => import("@/features/legal/LegalScreen").then((file) => file.LegalScreen));
const PageScreen = lazyScreen(() => import("@/features/legal/PageScreen").then((file) => file.PageScreen));
const HelpCentreScreen = lazyScreen(() =>
  import("@/features/support/HelpCentreScreen").then((file) => file.HelpCentreScreen),
);

/** Pages that both sides share, in the shell of the own side. */
export const SHARED_ROUTES: RouteObject[] = [
  { path: "/help", element: <HelpRoute /> },
  { path: "/terms", element: <LegalScreen of="terms" /> },
  { path: "/privacy-policy", element: <LegalScreen of="privacy" /> },
  { path: "/pages/:slug", element: <PageScreen /> },
  { path: "/support/help-centre", element: <HelpCentreScreen /> },
];
