import { UnstyledButton } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { CountBadge } from "@/ui/CountBadge";
import classes from "./Tabs.module.css";

export const TABS = ["friends", "requests", "suggestions"] as const;
export type Tab = (typeof TABS)[number];

interface TabsProps {
  open: Tab;
  onOpen: (tab: Tab) => void;
  /** Requests that wait for an answer. */
  waiting: number;
  /** The panel that they change. */
  panel: string;
}

/** One stop of the Tab key; the arrows walk from one to the next. */
export function Tabs({ open, onOpen, waiting, panel }: TabsProps) {
  const { t } = useTranslation("people");
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const turned = document.documentElement.dir === "rtl" ? -1 : 1;
    const here = TABS.indexOf(open);
    const next = {
      ArrowRight: here + turned,
      ArrowLeft: here - turned,
      Home: 0,
      End: TABS.length - 1,
    }[event.key];
    const tab = next === undefined ? undefined : TABS[(next + TABS.length) % TABS.length];
    if (!tab) return;
    event.preventDefault();
    onOpen(tab);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${tab}]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t("title")} className={classes.tabs} onKeyDown={onKeyDown}>
      {TABS.map((tab) => (
        <UnstyledButton
          key={tab}
          role="tab"
          id={`people-tab-${tab}`}
          data-tab={tab}
          className={classes.tab}
          aria-selected={tab === open}
          aria-controls={panel}
          tabIndex={tab === open ? 0 : -1}
          onClick={() => onOpen(tab)}
        >
          {t(`tab.${tab}`)}
          {tab === "requests" && <CountBadge value={waiting} label={t("waiting", { count: waiting })} />}
        </UnstyledButton>
      ))}
    </div>
  );
}
