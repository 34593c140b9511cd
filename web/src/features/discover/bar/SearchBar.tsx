import { IconSearch } from "@tabler/icons-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { IconButton } from "@/ui/IconButton";
import { useSearchWords } from "../hooks/useSearchWords";
import classes from "./SearchBar.module.css";
import { useSearchState } from "./useSearchState";
import { WhatField } from "./WhatField";

const WherePanel = lazyPart(() => import("../components/DistanceFilter").then((file) => file.DistanceFilter));
const WhenPanel = lazyPart(() => import("./WhenPanel").then((file) => file.WhenPanel));
const WhoPanel = lazyPart(() => import("./WhoPanel").then((file) => file.WhoPanel));

const PANELS = { where: WherePanel, when: WhenPanel, who: WhoPanel };
type PanelKey = keyof typeof PANELS;

/** Search with its four parts in one bar, over the pages of a desktop. */
export function SearchBar() {
  const { t } = useTranslation("discover");
  const { filters, choose, submit, open: follow } = useSearchState();
  const words = useSearchWords();
  const [text, setText] = useState(filters.q);
  useEffect(() => setText(filters.q), [filters.q]);
  const [open, setOpen] = useState<PanelKey | null>(null);
  const { near, area } = filters;
  const labels: Record<PanelKey, string | null> = {
    where: area ? t("filter.area") : near ? near.label || t("filter.here") : null,
    when: words.when(filters),
    who: words.who(filters),
  };
  const search = (q: string) => {
    setOpen(null);
    submit({ q });
  };
  return (
    <search
      className={classes.bar}
      aria-label={t("search.title")}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(null);
      }}
    >
      <div className={classes.what}>
        <WhatField
          value={text}
          onChange={setText}
          onSubmit={search}
          onPick={({ leads }) => ("path" in leads ? follow(leads.path) : submit(leads.change))}
          onFocus={() => setOpen(null)}
        />
      </div>
      {(Object.keys(PANELS) as PanelKey[]).map((key) => {
        const Panel = PANELS[key];
        return (
          <Segment
            key={key}
            name={t(`search.${key}`)}
            value={labels[key]}
            open={open === key}
            onToggle={(next) => setOpen(next ? key : null)}
          >
            <Suspense>
              <Panel filters={filters} onChange={choose} />
            </Suspense>
          </Segment>
        );
      })}
      <IconButton
        icon={IconSearch}
        label={t("search.go")}
        variant="filled"
        color="terracotta"
        radius="xl"
        className={classes.go}
        onClick={() => search(text)}
      />
    </search>
  );
}

interface SegmentProps {
  name: string;
  /** Choice, null for none. */
  value: string | null;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}

/** Part of the bar that opens a panel below it. The panel follows it in the order of the keyboard. */
function Segment({ name, value, open, onToggle, children }: SegmentProps) {
  const { t } = useTranslation();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open || event.defaultPrevented) return;
    onToggle(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the controls inside
    <div className={classes.segment} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={`bare ${classes.button}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={value ? `${t("colon", { label: name })} ${value}` : name}
        data-chosen={value ? "" : undefined}
        onClick={() => onToggle(!open)}
      >
        <bdi>{value ?? name}</bdi>
      </button>
      {open && (
        <div id={id} role="dialog" aria-label={name} tabIndex={-1} className={classes.panel}>
          {children}
        </div>
      )}
    </div>
  );
}
