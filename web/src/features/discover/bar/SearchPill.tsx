import { UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";
import { useSearchWords } from "../hooks/useSearchWords";
import classes from "./SearchPill.module.css";
import { useSearchState } from "./useSearchState";

const SearchForm = lazyPart(() => import("./SearchForm").then((file) => file.SearchForm));

/** Button that says what is searched, and opens a sheet with what, where, when and who. */
export function SearchPill() {
  const { t } = useTranslation("discover");
  const state = useSearchState();
  const words = useSearchWords();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const { filters } = state;
  const { q, near, area } = filters;
  const place = area ? t("filter.area") : near && (near.label || t("filter.here"));
  const chosen = [place, words.when(filters), words.who(filters)].filter(Boolean);
  return (
    <>
      <UnstyledButton className={classes.pill} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <Icon of={IconSearch} size={18} />
        <span className={classes.words}>
          <bdi className={classes.query}>{q || t("search.start")}</bdi>
          <bdi className={classes.rest}>{chosen.length > 0 ? chosen.join(" · ") : t("search.parts")}</bdi>
        </span>
      </UnstyledButton>
      <Sheet opened={opened} onClose={close} title={t("search.title")}>
        <Suspense>{opened && <SearchForm state={state} onDone={close} />}</Suspense>
      </Sheet>
    </>
  );
}
