import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import type { Order } from "@/shared/orders/types";
import { openDirectChat } from "@/shared/person/openDirectChat";
import { addToCart, readContact } from "../api";

/** Opens the chat with the company of an order. Guests have no chats: null. */
export function useMessageCompany({ company }: Pick<Order, "company">) {
  const { t } = useTranslation("orders");
  const navigate = useNavigate();
  const user = useUser();
  const message = useMutation({
    mutationFn: async () => openDirectChat({ user_id: await readContact(company.id) }),
    onSuccess: (chat) => navigate(`/messages/${chat}`),
    onError: (error) =>
      toast.error(isOffline(error) ? t("common:error.network") : t("message.failed"), error),
  });
  return user && !isGuest(user) ? message : null;
}

/** Adds the lines of an order to the cart and opens it. */
export function useOrderAgain(order: Order) {
  const { t } = useTranslation("orders");
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => addToCart(order),
    onSuccess(missing) {
      if (missing === order.lines.length) return toast.error(t("again.none"));
      if (missing > 0) toast.warning(t("again.missing", { count: missing }));
      navigate(`/cart/${order.company.id}`);
    },
    onError: (error) => toast.error(isOffline(error) ? t("common:error.network") : t("again.failed"), error),
  });
}

const isOffline = (error: Error): boolean => error instanceof ApiError && error.code === "network";
