import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";
import { NotFoundScreen } from "../NotFoundScreen";
import { AccountScreen, EditProfileScreen, messagesAt, peopleAt } from "./common";

const HomeRoute = lazyScreen(() => import("../HomeRoute").then((file) => file.HomeRoute));
const MeScreen = lazyScreen(() => import("@/features/me/MeScreen").then((file) => file.MeScreen));
const VerificationScreen = lazyScreen(() =>
  import("@/features/account/VerificationScreen").then((file) => file.VerificationScreen),
);
const PrivacyScreen = lazyScreen(() =>
  import("@/features/account/PrivacyScreen").then((file) => file.PrivacyScreen),
);
const LegalScreen = lazyScreen(() => import("@/features/legal/LegalScreen").then((file) => file.LegalScreen));
const OutboxScreen = lazyScreen(() =>
  import("@/features/demo/OutboxScreen").then((file) => file.OutboxScreen),
);

export const CONSUMER_ROUTES: RouteObject[] = [
  { path: "/", element: <HomeRoute /> },
  messagesAt("/messages"),
  ...peopleAt("/people"),
  { path: "/UserProfile/User", element: <MeScreen /> },
  { path: "/UserProfile/edit", element: <EditProfileScreen back="/UserProfile/User" /> },
  { path: "/verification", element: <VerificationScreen /> },
  { path: "/settings/account", element: <AccountScreen title="account" back="/UserProfile/User" /> },
  { path: "/settings/privacy", element: <PrivacyScreen /> },
  { path: "/terms", element: <LegalScreen of="terms" /> },
  { path: "/privacy-policy", element: <LegalScreen of="privacy" /> },
  { path: "/demo/outbox", element: <OutboxScreen /> },
  { path: "*", element: <NotFoundScreen /> },
];
