import { useTranslation } from "react-i18next";
import { BusinessHomeScreen, type BusinessTask } from "@/features/business/BusinessHomeScreen";
import { useNewOrders } from "@/features/business/orders/hooks/useNewOrders";
import { BasePathContext } from "@/features/messages/BasePathContext";
import { unreadTotal } from "@/features/messages/model/chats";
import { useChats } from "@/features/messages/useChatStreams";
import { useFriends } from "@/features/people/hooks/useFriends";
import { RecentChats } from "./RecentChats";

/** Home of a business, with what other areas lend it. */
export function BusinessHomeRoute() {
  return (
    <BasePathContext value="/pro/messages">
      <BusinessHomeScreen recent={<RecentChats />} tasks={useTasks()} />
    </BasePathContext>
  );
}

/** New orders, unread messages and friend requests, live. */
function useTasks(): BusinessTask[] {
  const { t } = useTranslation(["common", "people", "business-orders"]);
  const unread = unreadTotal(useChats().state?.chats ?? []);
  const requests = useFriends().state?.incoming.length ?? 0;
  const orders = useNewOrders().count;
  const tasks = [
    { to: "/pro/orders", count: orders, title: t("business-orders:newCount", { count: orders }) },
    { to: "/pro/messages", count: unread, title: t("nav.unread", { count: unread }) },
    { to: "/pro/people?show=requests", count: requests, title: t("people:waiting", { count: requests }) },
  ];
  return tasks.filter(({ count }) => count > 0);
}
