import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { TabList } from "@/ui/TabList";
import type { Tab } from "./api";
import classes from "./components/Support.module.css";
import { TicketList } from "./components/TicketList";
import type { Side } from "./types";

const PANEL = "business-tickets-panel";
const BASE = "/pro/settings/tickets";

interface View {
  side: Side;
  tab: Tab;
  pathOf: (id: number) => string;
}

/** Tickets of customers, and those that the business has opened itself. */
const VIEWS = {
  open: { side: "company", tab: "open", pathOf: (id) => `${BASE}/${id}` },
  done: { side: "company", tab: "done", pathOf: (id) => `${BASE}/${id}` },
  own: { side: "customer", tab: "open", pathOf: (id) => `${BASE}/own/${id}` },
  own_done: { side: "customer", tab: "done", pathOf: (id) => `${BASE}/own/${id}` },
} as const satisfies Record<string, View>;
type Key = keyof typeof VIEWS;
const KEYS = Object.keys(VIEWS) as Key[];

/** `/pro/settings/tickets` */
export function BusinessTicketsScreen() {
  const { t } = useTranslation("support");
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("view");
  const key = KEYS.find((one) => one === wanted) ?? "open";
  const { side, tab, pathOf } = VIEWS[key];
  return (
    <Screen
      title={t("tickets.manage")}
      back="/pro/settings"
      subBar={
        <TabList
          label={t("tab.label")}
          tabs={KEYS.map((one) => ({ key: one, label: t(`view.${one}`) }))}
          open={key}
          onOpen={(next) => setSearch(next === "open" ? {} : { view: next }, { replace: true })}
          panel={PANEL}
        />
      }
    >
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${key}`} className={classes.page}>
        {side === "customer" && (
          <div className={classes.actions}>
            <Button
              component={Link}
              to={`${BASE}/new`}
              color="terracotta"
              leftSection={<Icon of={IconPlus} />}
            >
              {t("tickets.newToPlaza")}
            </Button>
          </div>
        )}
        <TicketList key={key} side={side} tab={tab} pathOf={pathOf} />
      </div>
    </Screen>
  );
}
