import { createBrowserRouter, type RouteObject } from "react-router";
import { Guard } from "./Guard";
import { lazyScreen } from "./lazyScreen";
import { NotFoundScreen } from "./NotFoundScreen";
import { Root } from "./Root";
import { RouteFailed } from "./RouteFailed";
import { Shell } from "./shell/Shell";

const HomeRoute = lazyScreen(() => import("./HomeRoute").then((file) => file.HomeRoute));
const LoginScreen = lazyScreen(() => import("@/features/auth/LoginScreen").then((file) => file.LoginScreen));
const SignupScreen = lazyScreen(() =>
  import("@/features/auth/SignupScreen").then((file) => file.SignupScreen),
);
const MeScreen = lazyScreen(() => import("@/features/me/MeScreen").then((file) => file.MeScreen));
const MessagesScreen = lazyScreen(() =>
  import("@/features/messages/MessagesScreen").then((file) => file.MessagesScreen),
);

/** What a route tells the shell about itself. */
export interface RouteHandle {
  /** The phone's bottom bar gives its place to the screen's own (the composer of a chat). */
  hideBottomBar?: boolean;
}

export const ROUTES: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFailed />,
    children: [
      {
        element: <Guard />,
        children: [
          { path: "/login", element: <LoginScreen /> },
          { path: "/signup", element: <SignupScreen /> },
          {
            element: <Shell />,
            children: [
              { path: "/", element: <HomeRoute /> },
              {
                element: <MessagesScreen />,
                children: [
                  { path: "/messages", element: null },
                  {
                    path: "/messages/:chatId",
                    element: null,
                    handle: { hideBottomBar: true } satisfies RouteHandle,
                  },
                ],
              },
              { path: "/UserProfile/User", element: <MeScreen /> },
              { path: "*", element: <NotFoundScreen /> },
            ],
          },
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(ROUTES);
