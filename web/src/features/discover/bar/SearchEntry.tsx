import { lazy, Suspense } from "react";
import { useWide } from "../hooks/useWide";
import classes from "./SearchPill.module.css";

const SearchBar = lazy(() => import("./SearchBar").then((file) => ({ default: file.SearchBar })));
const SearchPill = lazy(() => import("./SearchPill").then((file) => ({ default: file.SearchPill })));

/** Field of the search: a bar of four parts where there is room, else a button that opens them. */
export function SearchEntry() {
  const wide = useWide();
  return (
    <Suspense fallback={<div className={classes.pill} />}>{wide ? <SearchBar /> : <SearchPill />}</Suspense>
  );
}
