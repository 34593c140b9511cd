import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "@/ui/SearchField";
import classes from "./SearchTabs.module.css";

const TYPING_PAUSE = 250;

interface SearchBoxProps {
  query: string;
  onQuery: (query: string) => void;
}

/** Search field whose text reaches the address after a pause in typing. */
export function SearchBox({ query, onQuery }: SearchBoxProps) {
  const { t } = useTranslation("discover");
  const [text, setText] = useState(query);
  const known = useRef(query);
  const save = useRef(onQuery);
  save.current = onQuery;
  useEffect(() => {
    if (known.current === query) return;
    known.current = query;
    setText(query);
  }, [query]);
  useEffect(() => {
    const typed = text.trim();
    if (typed === known.current) return;
    const timer = setTimeout(() => {
      known.current = typed;
      save.current(typed);
    }, TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      className={classes.box}
      label={t("search.field")}
      value={text}
      maxLength={100}
      autoComplete="off"
      enterKeyHint="search"
      onChange={setText}
    />
  );
}
