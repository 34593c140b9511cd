import type { RouteObject } from "react-router";
import { lazyScreen } from "../lazyScreen";
import type { RouteHandle } from "./RouteHandle";

const CartsScreen = lazyScreen(() => import("@/features/cart/CartsScreen").then((file) => file.CartsScreen));
const CartScreen = lazyScreen(() => import("@/features/cart/CartScreen").then((file) => file.CartScreen));
const OrderYourWay = lazyScreen(() =>
  import("@/features/cart/OrderYourWay").then((file) => file.OrderYourWay),
);
const AddressesScreen = lazyScreen(() =>
  import("@/features/addresses/AddressesScreen").then((file) => file.AddressesScreen),
);
const PaymentScreen = lazyScreen(() =>
  import("@/features/payment/PaymentScreen").then((file) => file.PaymentScreen),
);
const CompletedScreen = lazyScreen(() =>
  import("@/features/payment/CompletedScreen").then((file) => file.CompletedScreen),
);

const CardsScreen = lazyScreen(() =>
  import("@/features/payment/CardsScreen").then((file) => file.CardsScreen),
);

/** The bar of the order takes the place of the navigation. */
const handle: RouteHandle = { hideBottomBar: true };

/** Among the settings. */
export const addressRoute: RouteObject = { path: "/deliveryAddress", element: <AddressesScreen /> };

/** Among the settings, for registered accounts. */
export const cardsRoute: RouteObject = { path: "/settings/cards", element: <CardsScreen /> };

/** Carts and payment. */
export const checkoutRoutes: RouteObject[] = [
  { path: "/cart", element: <CartsScreen />, handle },
  { path: "/cart/:companyId", element: <CartScreen />, handle },
  { path: "/orderYourWay", element: <OrderYourWay part="how" /> },
  { path: "/orderYourWay/customerDetail", element: <OrderYourWay part="who" /> },
  { path: "/payment/:orderId", element: <PaymentScreen />, handle },
  { path: "/payment/:orderId/completed", element: <CompletedScreen /> },
];
