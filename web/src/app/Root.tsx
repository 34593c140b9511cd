import { Outlet, ScrollRestoration } from "react-router";
import { LiveRegion } from "@/ui/LiveRegion";
import { Toaster } from "@/ui/Toaster";

/** Around every page, with and without the shell. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
      <LiveRegion />
      <ScrollRestoration />
    </>
  );
}
