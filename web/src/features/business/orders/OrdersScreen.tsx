import { IconBasketOff, IconColumns3, IconList, IconTruckDelivery } from "@tabler/icons-react";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { ErrorState } from "@/ui/ErrorState";
import { IconButton } from "@/ui/IconButton";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { SwitchField } from "@/ui/SwitchField";
import { useBusiness } from "../api";
import { useCatalogueTerms } from "../catalogue/useCatalogueTerms";
import list from "../list/List.module.css";
import { ViewSwitch } from "../list/ViewSwitch";
import { useAccess } from "../permissions";
import { Board, type BoardProps } from "./components/Board";
import { ListView } from "./components/ListView";
import { OrderNotice } from "./components/OrderNotice";
import classes from "./components/Orders.module.css";
import { PauseButton } from "./components/PauseButton";
import { PauseNotice } from "./components/PauseNotice";
import { ring, setSound, useAlarm, useIsSilenced } from "./hooks/orderSound";
import { useLiveOrders } from "./hooks/useLiveOrders";
import { useNewOrders } from "./hooks/useNewOrders";
import { useOpenOrders } from "./hooks/useOpenOrders";
import { usePause } from "./hooks/usePause";
import type { LiveOrders } from "./model/liveOrders";

const SoldOutSheet = lazyPart(() => import("./components/SoldOutSheet").then((file) => file.SoldOutSheet));

const CHARGES = "/pro/delivery-charges";

const VIEWS = [
  { key: "board", icon: IconColumns3 },
  { key: "list", icon: IconList },
] as const;

/** Orders of the company: a live board, or a list with filters. */
export function OrdersScreen() {
  const { t } = useTranslation("business-orders");
  const business = useBusiness();
  const terms = useCatalogueTerms();
  const company = business.data?.company?.id;
  useTitleCount(t("title"));
  return (
    <Screen title={t("title")} wide>
      {company !== undefined && terms.data ? (
        <Orders company={company} zone={terms.data.time_zone} />
      ) : business.isError || terms.isError ? (
        <ErrorState
          title={t("failed")}
          onRetry={() => void (business.isError ? business.refetch() : terms.refetch())}
        />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}

/** Count of new orders in the title of the browser tab. */
function useTitleCount(title: string): void {
  const { count } = useNewOrders();
  useEffect(() => {
    // The count of messages stands in front.
    document.title = count > 0 ? `${title} (${count}) · Plaza` : `${title} · Plaza`;
  }, [count, title]);
}

function Orders({ company, zone }: { company: number; zone: string }) {
  const { t } = useTranslation("business-orders");
  const [search, setSearch] = useSearchParams();
  const view = search.get("view") === "list" ? "list" : "board";
  const { orders, ...live } = useLiveOrders(company);
  const pause = usePause(company);
  const sound = useAlarm((alarm) => alarm.sound);
  const mayChangeCharges = useAccess()(CHARGES) === "granted";
  const [isSoldOutOpen, setSoldOutOpen] = useState(false);
  return (
    <div className={list.page}>
      <div className={list.top}>
        <ViewSwitch
          label={t("view.label")}
          views={VIEWS.map(({ key, icon }) => ({ key, icon, label: t(`view.${key}`) }))}
          open={view}
          onOpen={(key) => setSearch(key === "board" ? {} : { view: key }, { replace: true })}
        />
        <div className={classes.tools}>
          <SoundSwitch />
          <PauseButton pause={pause} />
          <IconButton icon={IconBasketOff} label={t("soldOut")} onClick={() => setSoldOutOpen(true)} />
          {mayChangeCharges && <IconButton icon={IconTruckDelivery} label={t("charges")} to={CHARGES} />}
        </div>
      </div>
      {sound && <SilenceHint />}
      <PauseNotice pause={pause} zone={zone} />
      <OrderNotice />
      {view === "board" ? (
        <LiveBoard company={company} zone={zone} live={orders} {...live} />
      ) : (
        <ListView zone={zone} glowing={live.glowing} />
      )}
      <Suspense>{isSoldOutOpen && <SoldOutSheet onClose={() => setSoldOutOpen(false)} />}</Suspense>
    </div>
  );
}

interface LiveBoardProps extends Omit<BoardProps, "orders"> {
  live: LiveOrders | undefined;
}

/** The list does without the thousands of orders that a board may hold. */
function LiveBoard({ live, ...board }: LiveBoardProps) {
  return <Board orders={useOpenOrders(board.company, live)} {...board} />;
}

function SoundSwitch() {
  const { t } = useTranslation("business-orders");
  const { sound } = useAlarm();
  const change = (on: boolean) => {
    setSound(on);
    if (on) ring();
  };
  return <SwitchField label={t("sound")} checked={sound} onChange={change} />;
}

/** Tells that the browser keeps the page silent, although the sound is on. */
function SilenceHint() {
  const { t } = useTranslation("business-orders");
  return useIsSilenced() ? <p className={classes.muted}>{t("sound.silenced")}</p> : null;
}
