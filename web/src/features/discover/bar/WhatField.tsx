import { IconClock, IconMapPin, IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { iconOf } from "@/shared/categories/categories";
import { Picture } from "@/shared/picture/Picture";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { announce } from "@/ui/LiveRegion";
import { MAX_QUERY } from "../model/filters";
import { clearRecentSearches } from "./recentSearches";
import { GROUPS, type Option, type Target, useSuggestions } from "./useSuggestions";
import classes from "./WhatField.module.css";

interface WhatFieldProps {
  value: string;
  onChange: (text: string) => void;
  /** Searches the words. */
  onSubmit: (text: string) => void;
  onPick: (option: Option & { leads: Target }) => void;
  /** The list stands in the page, below the field, and not over it. */
  inline?: boolean;
  autoFocus?: boolean;
  onFocus?: () => void;
}

/** Words of a search with suggestions (the combobox pattern): arrows move, Enter takes, Escape closes, typing goes on. */
export function WhatField({ value, onChange, onSubmit, onPick, inline, autoFocus, onFocus }: WhatFieldProps) {
  const { t } = useTranslation(["discover", "common"]);
  const list = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const options = useSuggestions(value, open);
  const shown = open && options.length > 0;
  const count = options.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins without a choice
  useEffect(() => setActive(-1), [value, count]);
  useEffect(() => {
    if (shown && value) announce(t("common:suggest.found", { count }));
  }, [shown, count, value, t]);

  const pick = (option: Option) => {
    const { leads } = option;
    if (leads === "clear") {
      clearRecentSearches();
      rerender();
      return announce(t("suggest.cleared"));
    }
    setOpen(false);
    onPick({ ...option, leads });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((at) => (at < 0 && step < 0 ? count - 1 : (at + step + count) % count));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      const chosen = shown ? options[active] : undefined;
      if (chosen) return pick(chosen);
      setOpen(false);
      onSubmit(value);
    }
    if (event.key === "Escape" && shown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div className={classes.what} data-inline={inline ? "" : undefined}>
      <div className={classes.line}>
        <Icon of={IconSearch} size={18} />
        <input
          type="text"
          role="combobox"
          className={classes.field}
          aria-label={t("search.field")}
          placeholder={t("search.what")}
          aria-expanded={shown}
          aria-controls={shown ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_QUERY}
          // biome-ignore lint/a11y/noAutofocus: the sheet is opened to type
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            setOpen(true);
          }}
          onFocus={() => {
            setOpen(true);
            onFocus?.();
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </div>
      {shown && <OptionList id={list} options={options} active={active} onPoint={setActive} onPick={pick} />}
    </div>
  );
}

interface OptionListProps {
  id: string;
  options: readonly Option[];
  active: number;
  onPoint: (at: number) => void;
  onPick: (option: Option) => void;
}

function OptionList({ id, options, active, onPoint, onPick }: OptionListProps) {
  const { t } = useTranslation(["discover", "common"]);
  return (
    <div id={id} role="listbox" aria-label={t("common:suggest.label")} className={classes.list}>
      {GROUPS.filter((group) => options.some((option) => option.group === group)).map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className={classes.group} aria-hidden="true">
            {t(`suggest.${group}`)}
          </div>
          {options.map(
            (option, at) =>
              option.group === group && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's; the pointer alone comes here
                <div
                  key={option.id}
                  id={`${id}-${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  className={classes.option}
                  // The field keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseEnter={() => onPoint(at)}
                  onClick={() => onPick(option)}
                >
                  <Face option={option} />
                  <span className={classes.words}>
                    <Bdi line>{option.label}</Bdi>
                    {option.detail && (
                      <Bdi line className={classes.detail}>
                        {option.detail}
                      </Bdi>
                    )}
                  </span>
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  );
}

function Face({ option: { group, id, label, picture, category = "", leads } }: { option: Option }) {
  if (group === "people") return <Avatar name={label} picture={picture} id={id} size={36} />;
  if (picture) {
    return (
      <span className={classes.picture}>
        <Picture picture={picture} alt="" sizes="36px" category={category} />
      </span>
    );
  }
  const icon =
    leads === "clear"
      ? IconX
      : group === "recent"
        ? IconClock
        : group === "towns"
          ? IconMapPin
          : iconOf(category);
  return (
    <span className={classes.icon}>
      <Icon of={icon} size={18} />
    </span>
  );
}
