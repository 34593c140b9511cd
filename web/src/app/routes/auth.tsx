import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";

const LoginScreen = lazyScreen(() =>
  import("@/features/auth/login/LoginScreen").then((file) => file.LoginScreen),
);
const OidcCallbackScreen = lazyScreen(() =>
  import("@/features/auth/login/OidcCallbackScreen").then((file) => file.OidcCallbackScreen),
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
const RestoreAddressScreen = lazyScreen(() =>
  import("@/features/auth/recovery/RestoreAddressScreen").then((file) => file.RestoreAddressScreen),
);
const OnboardingRoute = lazyScreen(() => import("../OnboardingRoute").then((file) => file.OnboardingRoute));
const RegionScreen = lazyScreen(() =>
  import("@/features/onboarding/RegionScreen").then((file) => file.RegionScreen),
);
const BusinessLoginScreen = lazyScreen(() =>
  import("@/features/auth/login/BusinessLoginScreen").then((file) => file.BusinessLoginScreen),
);
const BusinessSignupRoute = lazyScreen(() =>
  import("../BusinessSignupRoute").then((file) => file.BusinessSignupRoute),
);

const JoinTeamScreen = lazyScreen(() =>
  import("@/features/business/employees/JoinTeamScreen").then((file) => file.JoinTeamScreen),
);

/** Routes without the shell: sign-in, sign-up, recovery and onboarding. */
export const AUTH_ROUTES: RouteObject[] = [
  { path: "/login", element: <LoginScreen /> },
  { path: "/login/social", element: <OidcCallbackScreen /> },
  { path: "/signup", element: <SignupScreen /> },
  { path: "/signup/details", element: <SignupDetailsRoute /> },
  { path: "/forgot-password", element: <RecoveryScreen realm="consumer" /> },
  { path: "/restore-address", element: <RestoreAddressScreen /> },
  { path: "/onboarding/categories", element: <OnboardingRoute /> },
  { path: "/onboarding/region", element: <RegionScreen /> },
  { path: "/pro/login", element: <BusinessLoginScreen /> },
  { path: "/pro/signup", element: <BusinessSignupRoute /> },
  { path: "/pro/forgot-password", element: <RecoveryScreen realm="business" /> },
  { path: "/pro/join", element: <JoinTeamScreen /> },
];
