import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";

const SupportScreen = lazyScreen(() =>
  import("@/features/support/SupportScreen").then((file) => file.SupportScreen),
);
const ContactScreen = lazyScreen(() =>
  import("@/features/support/ContactScreen").then((file) => file.ContactScreen),
);
const TicketsScreen = lazyScreen(() =>
  import("@/features/support/TicketsScreen").then((file) => file.TicketsScreen),
);
const NewTicketScreen = lazyScreen(() =>
  import("@/features/support/NewTicketScreen").then((file) => file.NewTicketScreen),
);
const TicketScreen = lazyScreen(() =>
  import("@/features/support/TicketScreen").then((file) => file.TicketScreen),
);
const FeedbackScreen = lazyScreen(() =>
  import("@/features/support/FeedbackScreen").then((file) => file.FeedbackScreen),
);
const BusinessTicketsScreen = lazyScreen(() =>
  import("@/features/support/BusinessTicketsScreen").then((file) => file.BusinessTicketsScreen),
);

const TICKETS = "/support/tickets";
const PRO_TICKETS = "/pro/settings/tickets";

/** Support of consumers. */
export const supportRoutes: RouteObject[] = [
  { path: "/support", element: <SupportScreen /> },
  { path: "/support/contact", element: <ContactScreen /> },
  { path: TICKETS, element: <TicketsScreen /> },
  { path: `${TICKETS}/new`, element: <NewTicketScreen list={TICKETS} base={TICKETS} withPurchases /> },
  { path: `${TICKETS}/:ticketId`, element: <TicketScreen side="customer" back={TICKETS} /> },
  { path: "/feedback", element: <FeedbackScreen back="/support" /> },
];

/** Tickets and feedback among the settings of a business. */
export const businessSupportRoutes: RouteObject[] = [
  { path: PRO_TICKETS, element: <BusinessTicketsScreen /> },
  {
    path: `${PRO_TICKETS}/new`,
    element: (
      <NewTicketScreen list={`${PRO_TICKETS}?view=own`} base={`${PRO_TICKETS}/own`} withPurchases={false} />
    ),
  },
  { path: `${PRO_TICKETS}/:ticketId`, element: <TicketScreen side="company" back={PRO_TICKETS} /> },
  {
    path: `${PRO_TICKETS}/own/:ticketId`,
    element: <TicketScreen side="customer" back={`${PRO_TICKETS}?view=own`} />,
  },
  { path: "/pro/settings/feedback", element: <FeedbackScreen back="/pro/settings" /> },
];
