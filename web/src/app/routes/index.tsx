import { createBrowserRouter, type RouteObject } from "react-router";
import { routerWindow } from "@/ui/sheetHistory";
import { Guard } from "../Guard";
import { Root } from "../Root";
import { RootError } from "../RootError";
import { OwnShell } from "../shell/OwnShell";
import { Shell } from "../shell/Shell";
import { AUTH_ROUTES } from "./auth";
import { BUSINESS_ROUTES } from "./business";
import { CONSUMER_ROUTES } from "./consumer";
import { SHARED_ROUTES } from "./shared";

export const ROUTES: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RootError />,
    children: [
      {
        element: <Guard />,
        children: [
          ...AUTH_ROUTES,
          { element: <Shell />, children: CONSUMER_ROUTES },
          { element: <OwnShell />, children: SHARED_ROUTES },
          { element: <Shell side="business" />, children: BUSINESS_ROUTES },
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(ROUTES, { window: routerWindow() });
