import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";
import type { RouteHandle } from "./RouteHandle";

export const MessagesRoute = lazyScreen(() => import("../MessagesRoute").then((file) => file.MessagesRoute));
const PeopleScreen = lazyScreen(() =>
  import("@/features/people/PeopleScreen").then((file) => file.PeopleScreen),
);
const PersonScreen = lazyScreen(() =>
  import("@/features/people/PersonScreen").then((file) => file.PersonScreen),
);
const EditProfileScreen = lazyScreen(() =>
  import("@/features/account/EditProfileScreen").then((file) => file.EditProfileScreen),
);
const SettingsLayout = lazyScreen(() => import("../SettingsLayout").then((file) => file.SettingsLayout));
const AccountScreen = lazyScreen(() =>
  import("@/features/account/AccountScreen").then((file) => file.AccountScreen),
);
const NotificationsScreen = lazyScreen(() =>
  import("@/features/notifications/NotificationsScreen").then((file) => file.NotificationsScreen),
);
const PreferencesScreen = lazyScreen(() =>
  import("@/features/notifications/PreferencesScreen").then((file) => file.PreferencesScreen),
);
const VerificationScreen = lazyScreen(() =>
  import("@/features/account/VerificationScreen").then((file) => file.VerificationScreen),
);

export {
  AccountScreen,
  EditProfileScreen,
  NotificationsScreen,
  PreferencesScreen,
  SettingsLayout,
  VerificationScreen,
};

/** The chat list and an open chat, below `base`, with the way to the people at `people`. */
export const messagesAt = (base: string, people: string): RouteObject => ({
  element: <MessagesRoute basePath={base} people={people} />,
  children: [
    { path: base, element: null },
    { path: `${base}/:chatId`, element: null, handle: { hideBottomBar: true } satisfies RouteHandle },
  ],
});

/** The people screen and profiles, below `base`. */
export const peopleAt = (base: string): RouteObject[] => [
  { path: base, element: <PeopleScreen /> },
  { path: `${base}/:personId`, element: <PersonScreen basePath={base} /> },
];
