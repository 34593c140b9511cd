import { type ReactNode, useContext, useEffect } from "react";
import { usePhone } from "./breakpoints";
import classes from "./Screen.module.css";
import { ShellParts } from "./ShellParts";
import { TopBar } from "./TopBar";

interface ScreenProps {
  /** Names the browser tab and, unless `header` takes its place, heads the page. */
  title: string;
  /** Target of the back arrow in the top bar. Top destinations have none. */
  back?: string;
  /** Controls at the end of the top bar. */
  actions?: ReactNode;
  /** Instead of the usual top bar; null for a screen that heads itself. */
  header?: ReactNode;
  /** Below the top bar, in view while the page scrolls: tabs, filters, a search field. */
  subBar?: ReactNode;
  /** The right column of a desktop, where live things are; below the content elsewhere. It makes the screen wide. */
  aside?: ReactNode;
  /** Up to 1,200 px, for grids and tables. The default is a reading width of 768 px. */
  wide?: boolean;
  /** To the edges, without the page's own padding and width. */
  bleed?: boolean;
  /** Exactly as high as the window, and its parts scroll by themselves (a chat, a map). */
  fill?: boolean;
  /** The main action of the screen: above the phone's bottom bar while the page scrolls, at the end of the page elsewhere. */
  bottomAction?: ReactNode;
  children: ReactNode;
}

export function Screen({
  title,
  back,
  actions,
  header,
  subBar,
  aside,
  wide = Boolean(aside),
  fill = false,
  bleed = fill,
  bottomAction,
  children,
}: ScreenProps) {
  const { banner, footer, sheet } = useContext(ShellParts);
  const phone = usePhone();
  useEffect(() => {
    if (!sheet) document.title = title === "Plaza" ? title : `${title} · Plaza`;
  }, [title, sheet]);
  if (sheet) {
    return (
      <div className={classes.sheet}>
        {children}
        {bottomAction && <div className={classes.sheetAction}>{bottomAction}</div>}
      </div>
    );
  }
  const screen = [classes.screen, wide && classes.wide, bleed && classes.bleed, fill && classes.fill];
  const body = [classes.body, aside && classes.columns];
  return (
    <div className={screen.filter(Boolean).join(" ")} data-headless={header === null ? "" : undefined}>
      {!fill && !phone && banner}
      {header === undefined ? <TopBar title={title} back={back} actions={actions} /> : header}
      {!fill && phone && banner}
      {subBar && (
        <div className={classes.subBar}>
          <div className={classes.line}>{subBar}</div>
        </div>
      )}
      <div className={body.filter(Boolean).join(" ")}>
        {aside ? <div className={classes.content}>{children}</div> : children}
        {aside && <aside className={classes.aside}>{aside}</aside>}
      </div>
      {bottomAction && (
        <div className={classes.bottomAction}>
          <div className={classes.line}>{bottomAction}</div>
        </div>
      )}
      {!fill && footer}
    </div>
  );
}
