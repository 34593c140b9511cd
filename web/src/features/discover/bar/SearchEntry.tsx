import { Suspense } from "react";
import { lazyPart } from "@/lib/lazyPart";
import { useWide } from "../hooks/useWide";
import classes from "./SearchPill.module.css";

const SearchBar = lazyPart(() => import("./SearchBar").then((file) => file.SearchBar));
const SearchPill = lazyPart(() => import("./SearchPill").then((file) => file.SearchPill));

/** Field of the search: a bar of four parts where there is room, else a button that opens them. */
export function SearchEntry() {
  const wide = useWide();
  return (
    <Suspense fallback={<div className={classes.pill} />}>{wide ? <SearchBar /> : <SearchPill />}</Suspense>
  );
}
