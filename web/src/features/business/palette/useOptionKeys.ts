import { type KeyboardEvent, useEffect, useState } from "react";
import { type Option, optionsOf, type Section } from "./model/entries";

interface OptionKeys {
  sections: readonly Section[];
  /** The rows of the text are not there yet. */
  isReading: boolean;
  /** Returns the element of an option. */
  elementOf: (option: Option) => HTMLElement | null;
  onOpen: (option: Option) => void;
}

/**
 * Moves through the options by key and opens one. The first is active until another is chosen. Enter that is faster than the server
 * opens the first option of the answer, not one of an older text.
 */
export function useOptionKeys({ sections, isReading, elementOf, onOpen }: OptionKeys) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isEntered, setIsEntered] = useState(false);
  const options = optionsOf(sections);
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === chosen),
  );
  const active = options[at];

  useEffect(() => {
    if (!isEntered || isReading) return;
    setIsEntered(false);
    if (active) onOpen(active);
  }, [isEntered, isReading, active, onOpen]);

  const moves: Record<string, number> = {
    ArrowDown: (at + 1) % options.length,
    ArrowUp: (at - 1 + options.length) % options.length,
    Home: 0,
    End: options.length - 1,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event;
    // Keys of an input method, and those that select text.
    if (nativeEvent.isComposing || shiftKey) return;
    const target = options[moves[key] ?? -1];
    if (target) {
      event.preventDefault();
      setIsEntered(false);
      setChosen(target.key);
      elementOf(target)?.scrollIntoView({ block: "nearest" });
    }
    if (key === "Enter") {
      event.preventDefault();
      // Pages need no answer: one that matches is the first already.
      const isCertain = !isReading || active?.key === chosen || active?.entry.group === "pages";
      if (!isCertain) setIsEntered(true);
      else if (active) onOpen(active);
    }
  };
  return {
    options,
    active,
    onKeyDown,
    choose: setChosen,
    /** Begins at the first option, as another text does. */
    reset: () => {
      setChosen(null);
      setIsEntered(false);
    },
  };
}
