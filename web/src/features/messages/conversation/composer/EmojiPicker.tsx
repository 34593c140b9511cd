import { UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inlineSign } from "@/lib/direction";
import { lazyPart } from "@/lib/lazyPart";
import classes from "./EmojiPicker.module.css";
import { groups } from "./emoji";

/** Keywords of a language, loaded with the first search. */
const EmojiSearchResults = lazyPart(() =>
  import("./EmojiSearchResults").then((file) => file.EmojiSearchResults),
);

/** A grid of emoji and the search in it. The grid is one stop of the Tab key; the arrows walk inside it. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation("messages");
  const [query, setQuery] = useState("");
  const picker = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const first = () => picker.current?.querySelector<HTMLButtonElement>("button");

  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") first()?.focus();
    else if (event.key === "Enter" && query.trim()) first()?.click();
    else return;
    event.preventDefault();
  };
  const onGridKey = (event: KeyboardEvent<HTMLElement>) => {
    const writes =
      event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    // Typing starts a search: the key goes to the focused field.
    if (writes) field.current?.focus();
    else if (event.key === "ArrowUp" && isFirstRow(event.currentTarget)) field.current?.focus();
    else return walk(event);
    if (!writes) event.preventDefault();
  };

  return (
    <>
      <input
        ref={field}
        type="search"
        className={classes.search}
        aria-label={t("emoji.search")}
        placeholder={t("emoji.search")}
        value={query}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onFieldKey}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move the focus between the buttons inside */}
      <div ref={picker} className={classes.picker} onKeyDown={onGridKey}>
        {query.trim() ? (
          <Suspense>
            <EmojiSearchResults query={query} onPick={onPick} />
          </Suspense>
        ) : (
          groups.map(({ key, emoji }, group) => (
            <section key={key} aria-label={t(`emoji.${key}`)}>
              <h3 className={classes.title}>{t(`emoji.${key}`)}</h3>
              <EmojiGrid emoji={emoji.split(" ")} entrance={group === 0} onPick={onPick} />
            </section>
          ))
        )}
      </div>
    </>
  );
}

interface EmojiGridProps {
  emoji: readonly string[];
  /** The Tab key and the opening lead to its first. */
  entrance: boolean;
  onPick: (emoji: string) => void;
}

export function EmojiGrid({ emoji, entrance, onPick }: EmojiGridProps) {
  return (
    <div className={classes.grid}>
      {emoji.map((one, at) => (
        <UnstyledButton
          key={one}
          className={classes.emoji}
          tabIndex={entrance && at === 0 ? 0 : -1}
          data-autofocus={entrance && at === 0 ? true : undefined}
          onClick={() => onPick(one)}
        >
          {one}
        </UnstyledButton>
      ))}
    </div>
  );
}

function isFirstRow(picker: HTMLElement): boolean {
  const buttons = [...picker.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  return at >= 0 && below(buttons, at, -1) === at;
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const turned = inlineSign();
  const next = {
    ArrowRight: at + turned,
    ArrowLeft: at - turned,
    ArrowDown: below(buttons, at, 1),
    ArrowUp: below(buttons, at, -1),
    Home: 0,
    End: buttons.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[Math.min(buttons.length - 1, Math.max(0, next))]?.focus();
}

/** The nearest button of the next row, or of the one before. */
function below(buttons: HTMLButtonElement[], at: number, by: 1 | -1): number {
  const here = buttons[at]?.getBoundingClientRect();
  if (!here) return at;
  for (let next = at + by; buttons[next]; next += by) {
    const there = buttons[next]?.getBoundingClientRect();
    if (!there) break;
    const row = by * (there.y - here.y);
    if (row > 4 && Math.abs(there.x - here.x) < here.width / 2) return next;
  }
  return at;
}
