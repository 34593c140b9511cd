import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { inlineSign } from "@/lib/direction";
import { IconButton } from "@/ui/IconButton";
import classes from "./ScrollRow.module.css";

interface ScrollRowProps {
  title: string;
  /** Page with the whole list. */
  all?: string;
  /** Width of an item: a card, a wide card or a tile. */
  size?: "card" | "wide" | "tile";
  children: ReactNode;
}

/** Titled row of list items that scrolls by swipe, wheel, keyboard and two buttons. */
export function ScrollRow({ title, all, size = "card", children }: ScrollRowProps) {
  const { t } = useTranslation("discover");
  const id = useId();
  const { row, before, after, move } = useRowScroll();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {all && (
          <Link to={all} className={classes.all} aria-label={t("row.allOf", { title })}>
            {t("row.all")}
          </Link>
        )}
        {(before || after) && (
          <div className={classes.buttons}>
            <IconButton
              icon={IconChevronLeft}
              label={t("row.back", { title })}
              tooltip={t("row.backShort")}
              directed
              aria-disabled={!before}
              onClick={() => move(-1)}
            />
            <IconButton
              icon={IconChevronRight}
              label={t("row.forward", { title })}
              tooltip={t("row.forwardShort")}
              directed
              aria-disabled={!after}
              onClick={() => move(1)}
            />
          </div>
        )}
      </div>
      <ul ref={row} className={classes.row} data-size={size}>
        {children}
      </ul>
    </section>
  );
}

/** Follows the scroll position of a row and moves it by most of its width. */
function useRowScroll() {
  const row = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ before: false, after: false });
  useEffect(() => {
    const { current } = row;
    if (!current) return;
    const read = () => {
      const { scrollWidth, clientWidth } = current;
      // Negative in a right-to-left page.
      const at = Math.abs(current.scrollLeft);
      const next = { before: at > 1, after: at + clientWidth < scrollWidth - 1 };
      setEnds((last) => (last.before === next.before && last.after === next.after ? last : next));
    };
    read();
    const size = new ResizeObserver(read);
    size.observe(current);
    current.addEventListener("scroll", read, { passive: true });
    return () => {
      size.disconnect();
      current.removeEventListener("scroll", read);
    };
  }, []);
  const move = (pages: number) => {
    const turned = inlineSign();
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const width = row.current?.clientWidth ?? 0;
    row.current?.scrollBy({ left: pages * turned * width * 0.85, behavior: still ? "auto" : "smooth" });
  };
  return { row, ...ends, move };
}
