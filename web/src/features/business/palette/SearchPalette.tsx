import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Icon } from "@/ui/Icon";
// Not the sheet that loads its body later: what has opened needs nothing more.
import { SheetBody } from "@/ui/SheetBody";
import { useFocusBack } from "@/ui/useFocusBack";
import type { Option } from "./model/entries";
import { rememberEntry } from "./model/recentEntries";
import { optionId, PaletteList } from "./PaletteList";
import { PaletteState } from "./PaletteState";
import classes from "./SearchPalette.module.css";
import { useOptionKeys } from "./useOptionKeys";
import type { Page } from "./usePages";
import { useSections } from "./useSections";

/** Characters that the server takes. */
const MAX_QUERY = 100;

interface SearchPaletteProps {
  /** Pages of the rail. Those that the member may not open are left out. */
  pages: readonly Page[];
  opened: boolean;
  onClose: () => void;
}

/** Finds pages, orders, customers and offerings of the company by a few letters, and opens one. */
export function SearchPalette({ pages, opened, onClose }: SearchPaletteProps) {
  const { t } = useTranslation("business-palette");
  useFocusBack(opened);
  return (
    <SheetBody opened={opened} onClose={onClose} title={t("title")}>
      <Search pages={pages} onClose={onClose} />
    </SheetBody>
  );
}

/** The combobox pattern: arrows, Home and End move, Enter opens, Escape closes the dialog. */
function Search({ pages, onClose }: Omit<SearchPaletteProps, "opened">) {
  const { t } = useTranslation("business-palette");
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const { sections, isReading, retry, ...search } = useSections(pages, text);
  const onOpen = useCallback(
    ({ entry }: Option) => {
      rememberEntry(queries, entry);
      onClose();
      void navigate(entry.to);
    },
    [queries, onClose, navigate],
  );
  const elementOf = ({ key }: Option) => document.getElementById(optionId(list, key));
  const { options, active, onKeyDown, choose, reset } = useOptionKeys({
    sections,
    isReading,
    elementOf,
    onOpen,
  });
  const isShown = options.length > 0;
  return (
    <div className={classes.palette}>
      <TextInput
        ref={field}
        role="combobox"
        aria-label={t("title")}
        aria-expanded={isShown}
        aria-controls={isShown ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(list, active.key)}
        placeholder={t("hint")}
        leftSection={<Icon of={IconSearch} />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MAX_QUERY}
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          reset();
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.results}>
        {isShown && (
          <PaletteList
            id={list}
            label={t("title")}
            sections={sections}
            active={active}
            isStale={isReading}
            onPoint={choose}
            onOpen={onOpen}
          />
        )}
        <PaletteState
          {...search}
          text={text.trim()}
          count={options.length}
          isReading={isReading}
          onRetry={() => {
            // Its button goes.
            field.current?.focus();
            retry();
          }}
        />
      </div>
    </div>
  );
}
