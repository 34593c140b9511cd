import { type ReactNode, useEffect } from "react";
import classes from "./Screen.module.css";
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
  /** The right column of a desktop, where live things are; below the content elsewhere. */
  aside?: ReactNode;
  /** Exactly as high as the window, and its parts scroll by themselves (a chat, a map). */
  fill?: boolean;
  /** To the edges, without the page's own padding and width. */
  bleed?: boolean;
  children: ReactNode;
}

export function Screen({
  title,
  back,
  actions,
  header,
  aside,
  fill = false,
  bleed = fill,
  children,
}: ScreenProps) {
  useEffect(() => {
    document.title = title === "Plaza" ? title : `${title} · Plaza`;
  }, [title]);
  const body = [classes.body, bleed && classes.bleed, aside && `${classes.columns} ${classes.withAside}`];
  return (
    <div className={fill ? `${classes.screen} ${classes.fill}` : classes.screen}>
      {header === undefined ? <TopBar title={title} back={back} actions={actions} /> : header}
      <div className={body.filter(Boolean).join(" ")}>
        {aside ? <div>{children}</div> : children}
        {aside && <aside className={classes.aside}>{aside}</aside>}
      </div>
    </div>
  );
}
