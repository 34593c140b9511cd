import { Navigate, type RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";
import { NotFoundScreen } from "../NotFoundScreen";
import { AccountScreen, EditProfileScreen, messagesAt, peopleAt } from "./common";

const BusinessDetailsScreen = lazyScreen(() =>
  import("@/features/business/BusinessDetailsScreen").then((file) => file.BusinessDetailsScreen),
);
const PoliciesScreen = lazyScreen(() =>
  import("@/features/business/policies/PoliciesScreen").then((file) => file.PoliciesScreen),
);

export const BUSINESS_ROUTES: RouteObject[] = [
  { path: "/pro", element: <Navigate to="/pro/messages" replace /> },
  messagesAt("/pro/messages"),
  ...peopleAt("/pro/people"),
  { path: "/pro/settings", element: <BusinessDetailsScreen /> },
  { path: "/pro/policies", element: <PoliciesScreen /> },
  { path: "/pro/settings/profile", element: <EditProfileScreen back="/pro/settings" /> },
  { path: "/pro/settings/security", element: <AccountScreen title="security" back="/pro/settings" /> },
  { path: "/pro/*", element: <NotFoundScreen /> },
];
