import { Outlet, ScrollRestoration, type ScrollRestorationProps } from "react-router";
import { LiveRegion } from "@/ui/LiveRegion";
import { Toaster } from "@/ui/Toaster";
import { Tooltips } from "@/ui/Tooltips";

/** Each visit keeps its place. The first of a loaded page has no key of its own: it would take the place of whatever was loaded before. */
const scrollKey: ScrollRestorationProps["getKey"] = ({ key, pathname }) =>
  key === "default" ? pathname : key;

/** Around every page, with and without the shell. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
      <LiveRegion />
      <Tooltips />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}
