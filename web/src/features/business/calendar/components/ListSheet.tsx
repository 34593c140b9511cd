import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Sheet } from "@/ui/Sheet";
import type { Item, Shown } from "../model/columns";
import classes from "./Calendar.module.css";
import { ItemCard } from "./ItemCard";

interface ListSheetProps {
  title: string;
  items: readonly Item[];
  zone: string;
  shown: Shown;
  onOpen: (item: Item) => void;
  onClose: () => void;
}

/** Cards that share a place in the grid. */
export function ListSheet({ title, items, zone, shown, onOpen, onClose }: ListSheetProps) {
  const { t } = useTranslation("business-calendar");
  return (
    <Sheet opened onClose={onClose} title={title}>
      {items.length === 0 ? (
        <EmptyState title={t("group.empty")} text={t("group.emptyText")} />
      ) : (
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.key}>
              <ItemCard item={item} zone={zone} shown={shown} glowing={NONE} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

const NONE: ReadonlySet<number> = new Set();
