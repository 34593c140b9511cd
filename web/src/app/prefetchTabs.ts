import i18next from "i18next";
import { useAuth } from "@/api/auth";
import { BusinessOrdersScreen, BusinessReservationsScreen, PermissionGate } from "./routes/business";
import { MessagesRoute } from "./routes/common";
import { HomeRoute, MeRoute, SearchScreen } from "./routes/consumer";
import { ReelsRoute } from "./routes/reels";

interface Tab {
  screen: { preload: () => Promise<void> };
  /** Areas of texts that the screen begins with. */
  texts: readonly string[];
  /** Only a signed-in person sees the screen. */
  member?: boolean;
}

const TABS: readonly Tab[] = [
  { screen: HomeRoute, texts: ["home", "category"] },
  { screen: SearchScreen, texts: ["discover", "category", "catalogue"] },
  { screen: ReelsRoute, texts: ["reels"] },
  { screen: MessagesRoute, texts: ["messages"], member: true },
  { screen: MeRoute, texts: ["me"], member: true },
];

const BUSINESS_TABS: readonly Tab[] = [
  { screen: PermissionGate, texts: [] },
  { screen: BusinessOrdersScreen, texts: ["business-orders", "orders", "reservations", "booking"] },
  { screen: BusinessReservationsScreen, texts: ["reservations", "booking"] },
  { screen: MessagesRoute, texts: ["messages"] },
];

/** Loads the screens of the tabs one after the other, so that a tap opens them at once, and without a network too. */
export async function prefetchTabs(): Promise<void> {
  if (savesData()) return;
  const user = useAuth.getState().credentials?.user;
  const tabs = user?.type === "professional" ? BUSINESS_TABS : TABS;
  for (const { screen, texts, member } of tabs) {
    if (member && !user) continue;
    await idle();
    try {
      await Promise.all([screen.preload(), i18next.loadNamespaces(texts)]);
    } catch {
      // The screen loads when it is opened.
      return;
    }
  }
}

interface Connection {
  saveData?: boolean;
}

function savesData(): boolean {
  return (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;
}

/** Resolves when the page has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 200);
  });
}
