import { UnstyledButton } from "@mantine/core";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { inlineSign } from "@/lib/direction";
import { Icon } from "./Icon";
import classes from "./TabList.module.css";

interface TabListProps<Key extends string> {
  label: string;
  tabs: readonly { key: Key; label: string; icon?: TablerIcon; badge?: ReactNode }[];
  open: Key;
  onOpen: (key: Key) => void;
  /** Id of the panel. Its label is the tab with the id `<panel>-<key>`. */
  panel: string;
  /** The bar around the tabs has a line of its own. */
  lineless?: boolean;
}

/** Tabs of a panel: one stop of the Tab key, and the arrows open the next. The open tab scrolls into view. */
export function TabList<Key extends string>({
  label,
  tabs,
  open,
  onOpen,
  panel,
  lineless = false,
}: TabListProps<Key>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${open}"]`);
    tab?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [open]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const turned = inlineSign();
    const here = tabs.findIndex(({ key }) => key === open);
    const next = {
      ArrowRight: here + turned,
      ArrowLeft: here - turned,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length];
    if (!tab) return;
    event.preventDefault();
    onOpen(tab.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${tab.key}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={classes.tabs}
      data-lineless={lineless || undefined}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ key, label: name, icon, badge }) => (
        <UnstyledButton
          key={key}
          role="tab"
          id={`${panel}-${key}`}
          data-tab={key}
          className={classes.tab}
          aria-selected={key === open}
          aria-controls={panel}
          tabIndex={key === open ? 0 : -1}
          onClick={() => onOpen(key)}
        >
          {icon && <Icon of={icon} />}
          {name}
          {badge}
        </UnstyledButton>
      ))}
    </div>
  );
}
