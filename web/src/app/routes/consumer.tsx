import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";
import { NotFoundScreen } from "../NotFoundScreen";
import { bookingRoutes } from "./booking";
import { addressRoute, cardsRoute, checkoutRoutes } from "./checkout";
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
import { orderRoutes } from "./orders";
import { reelRoutes } from "./reels";
import { supportRoutes } from "./support";

export const HomeRoute = lazyScreen(() => import("../HomeRoute").then((file) => file.HomeRoute));
export const MeRoute = lazyScreen(() => import("../MeRoute").then((file) => file.MeRoute));
const SettingsRoute = lazyScreen(() => import("../SettingsRoute").then((file) => file.SettingsRoute));
const PrivacyScreen = lazyScreen(() =>
  import("@/features/account/PrivacyScreen").then((file) => file.PrivacyScreen),
);
const CategoriesScreen = lazyScreen(() =>
  import("@/features/onboarding/CategoriesScreen").then((file) => file.CategoriesScreen),
);
const RegionScreen = lazyScreen(() =>
  import("@/features/onboarding/RegionScreen").then((file) => file.RegionScreen),
);
const OutboxScreen = lazyScreen(() =>
  import("@/features/demo/OutboxScreen").then((file) => file.OutboxScreen),
);
const CompanyScreen = lazyScreen(() =>
  import("@/features/company/CompanyScreen").then((file) => file.CompanyScreen),
);
const CompanyProductsTab = lazyScreen(() =>
  import("@/features/company/tabs/ItemsTab").then((file) => file.ProductsTab),
);
const CompanyServicesTab = lazyScreen(() =>
  import("@/features/company/tabs/ItemsTab").then((file) => file.ServicesTab),
);
const CompanyRoomsTab = lazyScreen(() =>
  import("@/features/company/tabs/RoomsTab").then((file) => file.RoomsTab),
);
const CompanyCruisesTab = lazyScreen(() =>
  import("@/features/company/tabs/CruisesTab").then((file) => file.CruisesTab),
);
const CompanyTicketsTab = lazyScreen(() =>
  import("@/features/company/tabs/TicketsTab").then((file) => file.TicketsTab),
);
const CompanyMediaTab = lazyScreen(() =>
  import("@/features/company/tabs/MediaTab").then((file) => file.MediaTab),
);
const CompanyEventsTab = lazyScreen(() =>
  import("@/features/company/tabs/EventsTab").then((file) => file.EventsTab),
);
const CompanyReviewsTab = lazyScreen(() =>
  import("@/features/company/tabs/ReviewsTab").then((file) => file.ReviewsTab),
);
const CompanyAboutTab = lazyScreen(() =>
  import("@/features/company/tabs/AboutTab").then((file) => file.AboutTab),
);
const CategoryScreen = lazyScreen(() =>
  import("@/features/discover/CategoryScreen").then((file) => file.CategoryScreen),
);
const OfferingsScreen = lazyScreen(() =>
  import("@/features/discover/OfferingsScreen").then((file) => file.OfferingsScreen),
);
const ShopScreen = lazyScreen(() => import("@/features/discover/ShopScreen").then((file) => file.ShopScreen));
const ImagesScreen = lazyScreen(() =>
  import("@/features/discover/ImagesScreen").then((file) => file.ImagesScreen),
);
const MapScreen = lazyScreen(() => import("@/features/discover/MapScreen").then((file) => file.MapScreen));
export const SearchScreen = lazyScreen(() =>
  import("@/features/discover/SearchScreen").then((file) => file.SearchScreen),
);
const AdvertisementScreen = lazyScreen(() =>
  import("@/features/advertisements/AdvertisementScreen").then((file) => file.AdvertisementScreen),
);
const CruiseSearchScreen = lazyScreen(() =>
  import("@/features/discover/CruiseSearchScreen").then((file) => file.CruiseSearchScreen),
);
const ProductScreen = lazyScreen(() =>
  import("@/features/product/ProductScreen").then((file) => file.ProductScreen),
);

const ShareProfileScreen = lazyScreen(() =>
  import("@/features/people/code/ShareProfileScreen").then((file) => file.ShareProfileScreen),
);
const CodeScreen = lazyScreen(() =>
  import("@/features/people/code/CodeScreen").then((file) => file.CodeScreen),
);

export const CONSUMER_ROUTES: RouteObject[] = [
  { path: "/", element: <HomeRoute /> },
  { path: "/categories/:category", element: <CategoryScreen /> },
  { path: "/products", element: <OfferingsScreen key="products" tab="products" /> },
  { path: "/products/:productId", element: <ProductScreen /> },
  { path: "/advertisements/:adId", element: <AdvertisementScreen /> },
  { path: "/services", element: <OfferingsScreen key="services" tab="services" /> },
  { path: "/shop", element: <ShopScreen /> },
  { path: "/images", element: <ImagesScreen /> },
  { path: "/map", element: <MapScreen /> },
  { path: "/search", element: <SearchScreen /> },
  { path: "/search/cruises", element: <CruiseSearchScreen /> },
  {
    path: "/companies/:companyId",
    element: <CompanyScreen />,
    children: [
      { index: true, element: <CompanyProductsTab /> },
      { path: "services", element: <CompanyServicesTab /> },
      { path: "rooms", element: <CompanyRoomsTab /> },
      { path: "cruises", element: <CompanyCruisesTab /> },
      { path: "tickets", element: <CompanyTicketsTab /> },
      { path: "media", element: <CompanyMediaTab /> },
      { path: "events", element: <CompanyEventsTab /> },
      { path: "reviews", element: <CompanyReviewsTab /> },
      { path: "about", element: <CompanyAboutTab /> },
    ],
  },
  messagesAt("/messages", "/people"),
  ...peopleAt("/people"),
  { path: "/UserProfile/User", element: <MeRoute /> },
  { path: "/u/:code", element: <CodeScreen /> },
  {
    element: <SettingsLayout side="consumer" />,
    children: [
      { path: "/UserProfile/edit", element: <EditProfileScreen back="/UserProfile/User" /> },
      { path: "/UserProfile/share", element: <ShareProfileScreen /> },
      addressRoute,
      cardsRoute,
      { path: "/verification", element: <VerificationScreen back="/UserProfile/User" /> },
      { path: "/settings", element: <SettingsRoute /> },
      { path: "/settings/account", element: <AccountScreen title="account" back="/UserProfile/User" /> },
      { path: "/settings/privacy", element: <PrivacyScreen /> },
      { path: "/settings/categories", element: <CategoriesScreen settings /> },
      { path: "/settings/region", element: <RegionScreen settings /> },
      {
        path: "/settings/notifications",
        element: <PreferencesScreen side="consumer" back="/UserProfile/User" />,
      },
    ],
  },
  { path: "/notifications", element: <NotificationsScreen /> },
  ...bookingRoutes,
  ...orderRoutes,
  ...reelRoutes,
  ...checkoutRoutes,
  ...supportRoutes,
  { path: "/demo/outbox", element: <OutboxScreen /> },
  { path: "*", element: <NotFoundScreen /> },
];
