import { UnstyledButton } from "@mantine/core";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { inlineSign, readingDirection } from "@/lib/direction";
import { Icon } from "../Icon";
import classes from "./ContextMenu.module.css";

interface ContextMenuProps {
  label: string;
  /** Window position: beside a button, or at the pointer. */
  at: DOMRect;
  onClose: () => void;
  children: ReactNode;
}

const margin = 8;

/**
 * A menu in the browser's top layer. It stays where it is in the page, so that it is part of its landmark; the library's own holds an
 * element that a menu may not hold. The arrows walk, Escape, Tab and a press elsewhere close, and the focus goes back.
 */
export function ContextMenu({ label, at, onClose, children }: ContextMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const { current } = menu;
    const before = document.activeElement;
    if (!current) return;
    current.showPopover?.();
    itemsOf(current)[0]?.focus();
    return () => {
      const inside = current.contains(document.activeElement) || document.activeElement === document.body;
      if (!inside || !(before instanceof HTMLElement)) return;
      before.focus();
      // The action may move the trigger in the page at once, which would lose the focus.
      queueMicrotask(() => document.activeElement === document.body && before.focus());
    };
  }, []);

  useLayoutEffect(() => {
    const { current } = menu;
    if (current) place(current, at);
  }, [at]);

  useEffect(() => {
    const onPress = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) close.current();
    };
    const onResize = () => close.current();
    document.addEventListener("pointerdown", onPress, true);
    document.addEventListener("wheel", onPress, { capture: true, passive: true });
    window.addEventListener("resize", onResize);
    return () => {
      document.removeEventListener("pointerdown", onPress, true);
      document.removeEventListener("wheel", onPress, true);
      window.removeEventListener("resize", onResize);
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      // A sheet around it would close as well.
      event.nativeEvent.stopImmediatePropagation();
      event.stopPropagation();
      onClose();
      return;
    }
    const items = itemsOf(event.currentTarget);
    const here = items.indexOf(document.activeElement as HTMLElement);
    const turned = inlineSign();
    const next = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      ArrowRight: here + turned,
      ArrowLeft: here - turned,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items[(next + items.length) % items.length]?.focus();
  };

  return (
    <div
      ref={menu}
      role="menu"
      popover="manual"
      aria-label={label}
      tabIndex={-1}
      className={classes.menu}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]")];
}

/** Under its place, or over it where there is no room; never beyond the window. */
function place(menu: HTMLElement, at: DOMRect): void {
  const { offsetWidth: wide, offsetHeight: high } = menu;
  const turned = readingDirection() === "rtl";
  const x = turned ? at.right - wide : at.x;
  const below = at.bottom + 4;
  const y = below + high + margin > window.innerHeight ? at.y - high - 4 : below;
  const within = (value: number, size: number, room: number) =>
    Math.max(margin, Math.min(value, room - size - margin));
  menu.style.translate = `${within(x, wide, window.innerWidth)}px ${within(y, high, window.innerHeight)}px`;
}

interface MenuItemProps {
  icon?: TablerIcon;
  danger?: boolean;
  /** One of several that are on or off. */
  checked?: boolean;
  label?: string;
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

export function MenuItem({
  icon,
  danger = false,
  checked,
  label,
  className,
  onClick,
  children,
}: MenuItemProps) {
  return (
    <UnstyledButton
      role={checked === undefined ? "menuitem" : "menuitemcheckbox"}
      aria-checked={checked}
      aria-label={label}
      tabIndex={-1}
      className={className ?? classes.item}
      data-danger={danger ? "" : undefined}
      onClick={onClick}
    >
      {icon && <Icon of={icon} />}
      {children}
    </UnstyledButton>
  );
}
