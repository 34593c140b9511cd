import { UnstyledButton } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import classes from "./EmojiPicker.module.css";
import { groups } from "./emoji";

/** A grid of emoji. One stop of the Tab key; the arrows walk inside it. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation("messages");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move the focus between the buttons inside
    <div className={classes.picker} onKeyDown={walk}>
      {groups.map(({ key, emoji }, group) => (
        <section key={key} aria-label={t(`emoji.${key}`)}>
          <h3 className={classes.title}>{t(`emoji.${key}`)}</h3>
          <div className={classes.grid}>
            {emoji.split(" ").map((one, at) => (
              <UnstyledButton
                key={one}
                className={classes.emoji}
                tabIndex={group === 0 && at === 0 ? 0 : -1}
                data-autofocus={group === 0 && at === 0 ? true : undefined}
                onClick={() => onPick(one)}
              >
                {one}
              </UnstyledButton>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const turned = document.documentElement.dir === "rtl" ? -1 : 1;
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
