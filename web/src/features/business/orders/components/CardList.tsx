import { createContext, type ReactElement, use } from "react";
import { type CustomContainerComponentProps, type CustomItemComponentProps, WindowVirtualizer } from "virtua";
import classes from "./Board.module.css";

/** Height of a card with one line, until it is measured. */
const CARD_PX = 240;
/** Cards are drawn this far before they are scrolled into view. */
const AHEAD_PX = 600;

interface CardListProps<T> {
  cards: readonly T[];
  /** Returns a card, with a key of its own. */
  children: (card: T) => ReactElement;
}

/** Cards of a column, of which those near the window are drawn: a column may hold thousands. */
export function CardList<T>({ cards, children }: CardListProps<T>) {
  return (
    <Length value={cards.length}>
      <WindowVirtualizer data={cards} itemSize={CARD_PX} bufferSize={AHEAD_PX} as={List} item={Item}>
        {children}
      </WindowVirtualizer>
    </Length>
  );
}

/** Number of cards of the column, with those that are not drawn. */
const Length = createContext(0);

const List = ({ style, children, ref }: CustomContainerComponentProps) => (
  <ul ref={ref} style={style} className={classes.cards}>
    {children}
  </ul>
);

function Item({ style: { visibility: _, ...style }, index, children, ref }: CustomItemComponentProps) {
  return (
    <li
      ref={ref}
      style={style}
      className={classes.cardPlace}
      aria-posinset={index + 1}
      aria-setsize={use(Length)}
    >
      {children}
    </li>
  );
}
