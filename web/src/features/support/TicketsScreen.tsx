import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { TabList } from "@/ui/TabList";
import { TAB_KEYS } from "./api";
import { TicketList } from "./components/TicketList";

const PANEL = "tickets-panel";

/** `/support/tickets`: tickets of the account, by state. */
export function TicketsScreen() {
  const { t } = useTranslation("support");
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("status");
  const tab = TAB_KEYS.find((key) => key === wanted) ?? "open";
  const create = (
    <Button
      component={Link}
      to="/support/tickets/new"
      color="terracotta"
      leftSection={<Icon of={IconPlus} />}
    >
      {t("tickets.new")}
    </Button>
  );
  return (
    <Screen
      title={t("tickets.title")}
      back="/support"
      bottomAction={create}
      subBar={
        <TabList
          label={t("tab.label")}
          tabs={TAB_KEYS.map((key) => ({ key, label: t(`tab.${key}`) }))}
          open={tab}
          onOpen={(next) => setSearch(next === "open" ? {} : { status: next }, { replace: true })}
          panel={PANEL}
        />
      }
    >
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`}>
        <TicketList key={tab} side="customer" tab={tab} pathOf={(id) => `/support/tickets/${id}`} />
      </div>
    </Screen>
  );
}
