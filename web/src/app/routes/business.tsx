import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";
import { NotFoundScreen } from "../NotFoundScreen";
import {
  AccountScreen,
  EditProfileScreen,
  messagesAt,
  NotificationsScreen,
  PreferencesScreen,
  peopleAt,
  SettingsLayout,
  VerificationScreen,
} from "./common";
import { businessSupportRoutes } from "./support";

const BusinessHomeRoute = lazyScreen(() =>
  import("../BusinessHomeRoute").then((file) => file.BusinessHomeRoute),
);
const BusinessDetailsScreen = lazyScreen(() =>
  import("@/features/business/BusinessDetailsScreen").then((file) => file.BusinessDetailsScreen),
);
const PoliciesScreen = lazyScreen(() =>
  import("@/features/business/policies/PoliciesScreen").then((file) => file.PoliciesScreen),
);
export const BusinessReservationsScreen = lazyScreen(() =>
  import("@/features/business/reservations/ReservationsScreen").then((file) => file.ReservationsScreen),
);
const CalendarScreen = lazyScreen(() =>
  import("@/features/business/calendar/CalendarScreen").then((file) => file.CalendarScreen),
);
export const BusinessOrdersScreen = lazyScreen(() =>
  import("@/features/business/orders/OrdersScreen").then((file) => file.OrdersScreen),
);
const BusinessOrderScreen = lazyScreen(() =>
  import("@/features/business/orders/OrderScreen").then((file) => file.OrderScreen),
);
const DeliveryChargesScreen = lazyScreen(() =>
  import("@/features/business/delivery-charges/DeliveryChargesScreen").then(
    (file) => file.DeliveryChargesScreen,
  ),
);
const CatalogueScreen = lazyScreen(() =>
  import("@/features/business/catalogue/CatalogueScreen").then((file) => file.CatalogueScreen),
);
const StoreScreen = lazyScreen(() =>
  import("@/features/business/store/StoreScreen").then((file) => file.StoreScreen),
);
const EditorScreen = lazyScreen(() =>
  import("@/features/business/catalogue/EditorScreen").then((file) => file.EditorScreen),
);
const CustomersScreen = lazyScreen(() =>
  import("@/features/business/customers/CustomersScreen").then((file) => file.CustomersScreen),
);
const CustomerScreen = lazyScreen(() =>
  import("@/features/business/customers/CustomerScreen").then((file) => file.CustomerScreen),
);
const PromoCodesScreen = lazyScreen(() =>
  import("@/features/business/promo-codes/PromoCodesScreen").then((file) => file.PromoCodesScreen),
);
const LoyaltyScreen = lazyScreen(() =>
  import("@/features/business/loyalty/LoyaltyScreen").then((file) => file.LoyaltyScreen),
);
const InvoicesScreen = lazyScreen(() =>
  import("@/features/business/invoices/InvoicesScreen").then((file) => file.InvoicesScreen),
);
const NewInvoiceScreen = lazyScreen(() =>
  import("@/features/business/invoices/NewInvoiceScreen").then((file) => file.NewInvoiceScreen),
);
const BusinessInvoiceScreen = lazyScreen(() =>
  import("@/features/business/invoices/InvoiceScreen").then((file) => file.InvoiceScreen),
);
const BusinessReviewsScreen = lazyScreen(() =>
  import("@/features/business/reviews/ReviewsScreen").then((file) => file.ReviewsScreen),
);

export const PermissionGate = lazyScreen(() =>
  import("../PermissionGate").then((file) => file.PermissionGate),
);
const EmployeesScreen = lazyScreen(() =>
  import("@/features/business/employees/EmployeesScreen").then((file) => file.EmployeesScreen),
);
const NewEmployeeScreen = lazyScreen(() =>
  import("@/features/business/employees/NewEmployeeScreen").then((file) => file.NewEmployeeScreen),
);

const AdvertisementsScreen = lazyScreen(() =>
  import("@/features/business/advertisements/AdvertisementsScreen").then((file) => file.AdvertisementsScreen),
);

const SubscriptionScreen = lazyScreen(() =>
  import("@/features/business/subscription/SubscriptionScreen").then((file) => file.SubscriptionScreen),
);
const DeleteBusinessRoute = lazyScreen(() =>
  import("../DeleteBusinessRoute").then((file) => file.DeleteBusinessRoute),
);

const NewCompanyScreen = lazyScreen(() =>
  import("@/features/business/companies/NewCompanyScreen").then((file) => file.NewCompanyScreen),
);

const ROUTES: RouteObject[] = [
  { path: "/pro", element: <BusinessHomeRoute /> },
  { path: "/pro/orders", element: <BusinessOrdersScreen /> },
  { path: "/pro/orders/:orderId", element: <BusinessOrderScreen /> },
  { path: "/pro/customers", element: <CustomersScreen /> },
  { path: "/pro/customers/:customerId", element: <CustomerScreen /> },
  { path: "/pro/marketing/offers", element: <PromoCodesScreen /> },
  { path: "/pro/marketing/advertisements", element: <AdvertisementsScreen /> },
  { path: "/pro/marketing/loyalty", element: <LoyaltyScreen /> },
  { path: "/pro/invoices", element: <InvoicesScreen /> },
  { path: "/pro/invoices/new", element: <NewInvoiceScreen /> },
  { path: "/pro/invoices/:number", element: <BusinessInvoiceScreen /> },
  { path: "/pro/reviews", element: <BusinessReviewsScreen /> },
  { path: "/pro/delivery-charges", element: <DeliveryChargesScreen /> },
  { path: "/pro/reservations", element: <BusinessReservationsScreen /> },
  { path: "/pro/calendar", element: <CalendarScreen /> },
  { path: "/pro/catalogue", element: <CatalogueScreen /> },
  { path: "/pro/catalogue/:tab", element: <CatalogueScreen /> },
  { path: "/pro/catalogue/offerings/:id", element: <EditorScreen /> },
  { path: "/pro/store", element: <StoreScreen tab="store" /> },
  { path: "/pro/store/gallery", element: <StoreScreen tab="gallery" /> },
  { path: "/pro/store/media", element: <StoreScreen tab="reels" /> },
  { path: "/pro/store/news", element: <StoreScreen tab="news" /> },
  messagesAt("/pro/messages", "/pro/people"),
  ...peopleAt("/pro/people"),
  {
    element: <SettingsLayout side="business" />,
    children: [
      { path: "/pro/settings", element: <BusinessDetailsScreen /> },
      { path: "/pro/settings/profile", element: <EditProfileScreen back="/pro/settings" /> },
      { path: "/pro/settings/security", element: <AccountScreen title="security" back="/pro/settings" /> },
      {
        path: "/pro/settings/notifications",
        element: <PreferencesScreen side="business" back="/pro/settings" />,
      },
      { path: "/pro/settings/subscription", element: <SubscriptionScreen /> },
      { path: "/pro/policies", element: <PoliciesScreen /> },
      { path: "/pro/companies/new", element: <NewCompanyScreen /> },
      { path: "/pro/settings/verification", element: <VerificationScreen back="/pro/settings" /> },
      { path: "/pro/settings/delete", element: <DeleteBusinessRoute /> },
      { path: "/pro/settings/employees", element: <EmployeesScreen /> },
      { path: "/pro/settings/employees/new", element: <NewEmployeeScreen /> },
      ...businessSupportRoutes,
    ],
  },
  { path: "/pro/notifications", element: <NotificationsScreen /> },
  { path: "/pro/*", element: <NotFoundScreen /> },
];

/** Routes of the business side, behind the permissions of the role. */
export const BUSINESS_ROUTES: RouteObject[] = [{ element: <PermissionGate />, children: ROUTES }];
