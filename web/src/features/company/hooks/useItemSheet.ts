import { useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** Parameters of the address that belong to the sheet. */
const PARAMS = ["item", "variant", "quantity"];

interface OpenedFrom {
  /** The list is the entry before in the history. */
  overList?: boolean;
}

/** Sheet of an item over its list. `?item=` in the address names the item: a link opens it, and Back closes it. */
export function useItemSheet() {
  const [params] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const closed = useRef(false);
  const to = (item: number | null) => {
    const next = new URLSearchParams(params);
    for (const name of PARAMS) next.delete(name);
    if (item !== null) next.set("item", String(item));
    return { pathname, search: next.toString() };
  };
  const item = params.get("item");
  return {
    item: item === null ? null : Number(item),
    open: (id: number) =>
      void navigate(to(id), { state: { ...state, overList: true }, preventScrollReset: true }),
    close() {
      // The address follows a moment later. A second step back would leave the page.
      if (closed.current) return;
      closed.current = true;
      if ((state as OpenedFrom | null)?.overList) void navigate(-1);
      else void navigate(to(null), { state, replace: true, preventScrollReset: true });
    },
  };
}
