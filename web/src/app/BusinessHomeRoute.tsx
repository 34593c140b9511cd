import { useTranslation } from "react-i18next";
import { BusinessHomeScreen, type BusinessTask } from "@/features/business/BusinessHomeScreen";
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

/** Unread messages and friend requests, live. */
function useTasks(): BusinessTask[] {
  const { t } = useTranslation(["common", "people"]);
  const unread = unreadTotal(useChats().state?.chats ?? []);
  const requests = useFriends().state?.incoming.length ?? 0;
  const tasks = [
    { to: "/pro/messages", count: unread, title: t("nav.unread", { count: unread }) },
    { to: "/pro/people?show=requests", count: requests, title: t("people:waiting", { count: requests }) },
  ];
  return tasks.filter(({ count }) => count > 0);
}
