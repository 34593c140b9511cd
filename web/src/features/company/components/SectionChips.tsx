import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Bdi } from "@/ui/Bdi";
import { sectionId } from "../model/sections";
import type { OfferingSection } from "../types";
import classes from "./SectionChips.module.css";

/** Sections of a menu as chips: each scrolls to its section, and the section in view is marked. */
export function SectionChips({ sections }: { sections: readonly OfferingSection[] }) {
  const { t } = useTranslation("company");
  const ids = sections.map(sectionId);
  const current = useSectionInView(ids);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chip = list.current?.querySelector<HTMLElement>(`[data-section="${current}"]`);
    if (chip) list.current?.scrollTo({ left: chip.offsetLeft - 16 });
  }, [current]);
  const show = (id: string) => {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.getElementById(id)?.scrollIntoView({ behavior: still ? "auto" : "smooth" });
  };
  return (
    <ul ref={list} className={classes.chips} aria-label={t("items.sections")}>
      {sections.map((section) => {
        const id = sectionId(section);
        return (
          <li key={id}>
            <button
              type="button"
              className={`bare ${classes.chip}`}
              data-section={id}
              aria-current={id === current ? "true" : undefined}
              onClick={() => show(id)}
            >
              <Bdi>{section.folder?.name ?? t("items.others")}</Bdi>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Follows the first section below the bars. */
function useSectionInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join(" ");
  useEffect(() => {
    if (typeof IntersectionObserver === "undefined") return;
    const all = key.split(" ");
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        setCurrent((last) => all.find((id) => visible.has(id)) ?? last);
      },
      { rootMargin: "-220px 0px -40% 0px" },
    );
    for (const id of all) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [key]);
  return current !== undefined && ids.includes(current) ? current : ids[0];
}
