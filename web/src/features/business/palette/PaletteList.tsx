import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { type Entry, type Option, optionKey, type Section } from "./model/entries";
import classes from "./SearchPalette.module.css";

interface PaletteListProps {
  id: string;
  label: string;
  sections: readonly Section[];
  active: Option | undefined;
  /** The rows are of an older text. */
  isStale: boolean;
  onPoint: (key: string) => void;
  onOpen: (option: Option) => void;
}

export const optionId = (list: string, key: string): string => `${list} ${key}`.replace(/\W+/g, "-");

/** Options by section. The focus stays in the field. */
export function PaletteList({ id, label, sections, active, isStale, onPoint, onOpen }: PaletteListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} aria-busy={isStale} className={classes.list}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
        <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`}>
          <div id={`${id}-${section.key}`} className={classes.heading} aria-hidden="true">
            {section.title}
          </div>
          {section.entries.map((entry) => {
            const key = optionKey(section.key, entry);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's; the pointer alone comes here
              <div
                key={key}
                id={optionId(id, key)}
                role="option"
                tabIndex={-1}
                aria-selected={key === active?.key}
                data-stale={isStale && section.key !== "pages" ? "" : undefined}
                className={classes.option}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                // Entering is not enough: rows also come below a pointer that rests.
                onMouseMove={() => onPoint(key)}
                onClick={() => onOpen({ key, entry })}
              >
                <Face entry={entry} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Face({ entry: { icon, label, detail } }: { entry: Entry }) {
  return (
    <>
      <span className={classes.icon}>
        <Icon of={icon} />
      </span>
      <span className={classes.words}>
        <Bdi line>{label}</Bdi>
        {detail && (
          <Bdi line className={classes.detail}>
            {detail}
          </Bdi>
        )}
      </span>
    </>
  );
}
