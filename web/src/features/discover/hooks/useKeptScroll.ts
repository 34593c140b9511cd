import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { readStored, writeStored } from "@/lib/storage";

/** Visits of this tab whose positions are kept. */
const MAX_VISITS = 20;
const KEY = "plaza.listScroll";

/**
 * Scroll position of a list that scrolls by itself. The visit that is returned to finds it again, as the window's own.
 * `ready` once the list has its content.
 */
export function useKeptScroll(ready: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const { key, pathname } = useLocation();
  const isNew = useNavigationType() === "PUSH";
  // The first visit of a loaded page has no key of its own.
  const name = key === "default" ? pathname : key;
  const shown = useRef(name);
  useLayoutEffect(() => {
    // A list that stays for another visit leaves the one before. A replaced address is the same visit.
    if (isNew && name !== shown.current && list.current) keepVisit(shown.current, list.current.scrollTop);
    shown.current = name;
  }, [name, isNew]);
  useLayoutEffect(() => {
    if (!ready) return;
    const kept = readVisits().find(([visit]) => visit === shown.current)?.[1];
    if (list.current && kept !== undefined) list.current.scrollTop = kept;
    const keep = () => {
      if (list.current) keepVisit(shown.current, list.current.scrollTop);
    };
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [ready]);
  return list;
}

type Visit = [name: string, scrollTop: number];

function keepVisit(name: string, scrollTop: number): void {
  const others = readVisits().filter(([known]) => known !== name);
  const visits: Visit[] = [...others, [name, Math.round(scrollTop)]];
  writeStored(KEY, JSON.stringify(visits.slice(-MAX_VISITS)), "session");
}

/** Newest last. Damaged ones read as none. */
function readVisits(): Visit[] {
  try {
    const visits: unknown = JSON.parse(readStored(KEY, "session") ?? "[]");
    return Array.isArray(visits) ? visits.filter(isVisit) : [];
  } catch {
    return [];
  }
}

const isVisit = (value: unknown): value is Visit =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";
