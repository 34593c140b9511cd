import { type SetURLSearchParams, useLocation, useSearchParams } from "react-router";

type Next = Parameters<SetURLSearchParams>[0];

/** Search parameters of a page. A change stays at the place of the page and keeps the way back to where it was opened. */
export function usePageParams() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const change = (next: Next, options: { flushSync?: boolean } = {}) =>
    setParams(next, { replace: true, preventScrollReset: true, state, ...options });
  return [params, change] as const;
}
