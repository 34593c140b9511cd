import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { announce } from "@/ui/LiveRegion";
import { moved } from "../../policies/model/policyForm";
import classes from "./Catalogue.module.css";

export interface ArrangedItem {
  id: number | string;
  name: string;
}

interface ArrangeListProps<T extends ArrangedItem> {
  label: string;
  items: readonly T[];
  onChange: (items: T[]) => void;
  /** Adds a button that takes an entry out. */
  onRemove?: (item: T) => void;
}

/** Entries in their order. One moves by drag, or by its two buttons. */
export function ArrangeList<T extends ArrangedItem>({
  label,
  items,
  onChange,
  onRemove,
}: ArrangeListProps<T>) {
  const { t } = useTranslation("business-catalogue");
  const [dragged, setDragged] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(undefined);
  // A moved entry loses the focus of its button, and the first and last have one button each.
  useEffect(() => {
    if (!pressed.current || items.length === 0) return;
    const [id] = pressed.current.split("-");
    const buttons = [pressed.current, `${id}-up`, `${id}-down`].map((key) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${key}"]:not(:disabled)`),
    );
    buttons.find(Boolean)?.focus();
    pressed.current = undefined;
  }, [items]);
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= items.length) return;
    onChange(moved(items, from, to));
    announce(t("arrange.movedTo", { place: to + 1, count: items.length }));
  };
  const press = (from: number, step: 1 | -1) => {
    pressed.current = `${items[from]?.id}-${step > 0 ? "down" : "up"}`;
    move(from, from + step);
  };
  return (
    <ul className={classes.list} ref={list} aria-label={label}>
      {items.map((item, at) => {
        const { id, name } = item;
        return (
          <li
            key={id}
            data-dragged={dragged === at ? "" : undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(at);
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, at);
              setDragged(undefined);
            }}
          >
            <Icon of={IconGripVertical} />
            <bdi className={classes.entryName}>{name}</bdi>
            <IconButton
              icon={IconArrowUp}
              label={t("moveUp", { name })}
              data-move={`${id}-up`}
              disabled={at === 0}
              onClick={() => press(at, -1)}
            />
            <IconButton
              icon={IconArrowDown}
              label={t("moveDown", { name })}
              data-move={`${id}-down`}
              disabled={at === items.length - 1}
              onClick={() => press(at, 1)}
            />
            {onRemove && (
              <IconButton
                icon={IconTrash}
                label={t("arrange.remove", { name })}
                onClick={() => onRemove(item)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
