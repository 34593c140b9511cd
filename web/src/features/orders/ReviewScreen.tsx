import { useTranslation } from "react-i18next";
import { OrderLoader } from "./components/OrderLoader";
import { Reviews } from "./components/Reviews";
import { productsOf } from "./reviewApi";

/** Reviews of the company and of each product of an order. */
export function ReviewScreen() {
  const { t } = useTranslation("orders");
  return (
    <OrderLoader title={t("review.title")} back={(id) => `/orders/${id}`}>
      {(order) =>
        order.can.review ? (
          <Reviews
            purchase={{ order_id: order.id }}
            subjects={[{ id: null, name: order.company.name }, ...productsOf(order)]}
          />
        ) : (
          <p>{t("review.early")}</p>
        )
      }
    </OrderLoader>
  );
}
