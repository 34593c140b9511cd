import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";
import type { RouteHandle } from "./RouteHandle";

const MessagesScreen = lazyScreen(() =>
  import("@/features/messages/MessagesScreen").then((file) => file.MessagesScreen),
);
const PeopleScreen = lazyScreen(() =>
  import("@/features/people/PeopleScreen").then((file) => file.PeopleScreen),
);
const PersonScreen = lazyScreen(() =>
  import("@/features/people/PersonScreen").then((file) => file.PersonScreen),
);
const EditProfileScreen = lazyScreen(() =>
  import("@/features/account/EditProfileScreen").then((file) => file.EditProfileScreen),
);
const AccountScreen = lazyScreen(() =>
  import("@/features/account/AccountScreen").then((file) => file.AccountScreen),
);

export { AccountScreen, EditProfileScreen };

/** The chat list and an open chat, below `base`. */
export const messagesAt = (base: string): RouteObject => ({
  element: <MessagesScreen basePath={base} />,
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
