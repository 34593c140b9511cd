import { createBrowserRouter, Navigate, type RouteObject } from "react-router";
import { Guard } from "../Guard";
import { lazyScreen } from "../lazyScreen";
import { NotFoundScreen } from "../NotFoundScreen";
import { Root } from "../Root";
import { RouteFailed } from "../RootError";
import { Shell } from "../shell/Shell";

const HomeRoute = lazyScreen(() => import("../HomeRoute").then((file) => file.HomeRoute));
const LoginScreen = lazyScreen(() =>
  import("@/features/auth/login/LoginScreen").then((file) => file.LoginScreen),
);
const SocialScreen = lazyScreen(() =>
  import("@/features/auth/login/OidcCallbackScreen").then((file) => file.SocialScreen),
);
const SignupScreen = lazyScreen(() =>
  import("@/features/auth/signup/SignupScreen").then((file) => file.SignupScreen),
);
const SignupDetailsRoute = lazyScreen(() =>
  import("../SignupDetailsRoute").then((file) => file.SignupDetailsRoute),
);
const RecoveryScreen = lazyScreen(() =>
  import("@/features/auth/recovery/RecoveryScreen").then((file) => file.RecoveryScreen),
);
const CategoriesScreen = lazyScreen(() =>
  import("@/features/onboarding/CategoriesScreen").then((file) => file.CategoriesScreen),
);
const RegionScreen = lazyScreen(() =>
  import("@/features/onboarding/RegionScreen").then((file) => file.RegionScreen),
);
const BusinessLoginScreen = lazyScreen(() =>
  import("@/features/auth/login/BusinessLoginScreen").then((file) => file.BusinessLoginScreen),
);
const BusinessSignupRoute = lazyScreen(() =>
  import("../BusinessSignupRoute").then((file) => file.BusinessSignupRoute),
);
const BusinessDetailsScreen = lazyScreen(() =>
  import("@/features/business/BusinessDetailsScreen").then((file) => file.BusinessDetailsScreen),
);
const AccountScreen = lazyScreen(() =>
  import("@/features/account/AccountScreen").then((file) => file.AccountScreen),
);
const PrivacyScreen = lazyScreen(() =>
  import("@/features/account/PrivacyScreen").then((file) => file.PrivacyScreen),
);
const VerificationScreen = lazyScreen(() =>
  import("@/features/account/VerificationScreen").then((file) => file.VerificationScreen),
);
const EditProfileScreen = lazyScreen(() =>
  import("@/features/account/EditProfileScreen").then((file) => file.EditProfileScreen),
);
const LegalScreen = lazyScreen(() => import("@/features/legal/LegalScreen").then((file) => file.LegalScreen));
const OutboxScreen = lazyScreen(() =>
  import("@/features/demo/OutboxScreen").then((file) => file.OutboxScreen),
);
const MeScreen = lazyScreen(() => import("@/features/me/MeScreen").then((file) => file.MeScreen));
const MessagesScreen = lazyScreen(() =>
  import("@/features/messages/MessagesScreen").then((file) => file.MessagesScreen),
);
const PeopleScreen = lazyScreen(() =>
  import("@/features/people/PeopleScreen").then((file) => file.PeopleScreen),
);
const PersonScreen = lazyScreen(() =>
  import("@/features/people/PersonScreen").then((file) => file.PersonScreen),
);

/** What a route tells the shell about itself. */
export interface RouteHandle {
  /** The phone's bottom bar gives its place to the screen's own (the composer of a chat). */
  hideBottomBar?: boolean;
}

/** The list of chats and a chat below it, wherever the list stands. */
const messagesAt = (place: string): RouteObject => ({
  element: <MessagesScreen place={place} />,
  children: [
    { path: place, element: null },
    { path: `${place}/:chatId`, element: null, handle: { hideBottomBar: true } satisfies RouteHandle },
  ],
});

/** The people, and somebody's page below them, on either side. */
const peopleAt = (place: string): RouteObject[] => [
  { path: place, element: <PeopleScreen /> },
  { path: `${place}/:personId`, element: <PersonScreen place={place} /> },
];

/** Pages that stand by themselves: the doors, and what comes right after them. */
const DOORS: RouteObject[] = [
  { path: "/login", element: <LoginScreen /> },
  { path: "/login/social", element: <SocialScreen /> },
  { path: "/signup", element: <SignupScreen /> },
  { path: "/signup/details", element: <SignupDetailsRoute /> },
  { path: "/forgot-password", element: <RecoveryScreen door="consumer" /> },
  { path: "/onboarding/categories", element: <CategoriesScreen /> },
  { path: "/onboarding/region", element: <RegionScreen /> },
  { path: "/pro/login", element: <BusinessLoginScreen /> },
  { path: "/pro/signup", element: <BusinessSignupRoute /> },
  { path: "/pro/forgot-password", element: <RecoveryScreen door="business" /> },
];

const CONSUMER: RouteObject[] = [
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

const BUSINESS: RouteObject[] = [
  { path: "/pro", element: <Navigate to="/pro/messages" replace /> },
  messagesAt("/pro/messages"),
  ...peopleAt("/pro/people"),
  { path: "/pro/settings", element: <BusinessDetailsScreen /> },
  { path: "/pro/settings/profile", element: <EditProfileScreen back="/pro/settings" /> },
  { path: "/pro/settings/security", element: <AccountScreen title="security" back="/pro/settings" /> },
  { path: "/pro/*", element: <NotFoundScreen /> },
];

export const ROUTES: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFailed />,
    children: [
      {
        element: <Guard />,
        children: [
          ...DOORS,
          { element: <Shell />, children: CONSUMER },
          { element: <Shell side="business" />, children: BUSINESS },
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(ROUTES);
