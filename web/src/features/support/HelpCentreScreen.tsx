import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useUser } from "@/api/auth";
import { useLanguage } from "@/lib/i18n";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { SearchField } from "@/ui/SearchField";
import { RowSkeletons } from "@/ui/Skeletons";
import { useHelpTopics } from "./api";
import classes from "./components/Support.module.css";
import { found } from "./model/search";

/** `/support/help-centre`: questions and answers by topic, with a search. */
export function HelpCentreScreen() {
  const { t } = useTranslation("support");
  const { code } = useLanguage();
  const user = useUser();
  const topics = useHelpTopics(code);
  const [query, setQuery] = useState("");
  const shown = topics.data ? found(topics.data, query) : [];
  const isBusiness = user?.type === "professional";
  return (
    <Screen title={t("help.title")} back={user && !isBusiness ? "/support" : "/help"}>
      <div className={classes.page}>
        <SearchField label={t("help.search")} value={query} onChange={setQuery} />
        {topics.isError ? (
          <ErrorState title={t("help.failed")} onRetry={() => void topics.refetch()} />
        ) : !topics.data ? (
          <RowSkeletons rows={6} />
        ) : shown.length === 0 ? (
          <EmptyState
            title={t("help.none")}
            text={t("help.noneText")}
            action={
              <Button
                component={Link}
                to={isBusiness ? "/pro/settings/tickets/new" : "/support/tickets/new"}
                color="terracotta"
              >
                {t("tickets.new")}
              </Button>
            }
          />
        ) : (
          shown.map(({ key, title, questions }) => (
            <section key={key} aria-labelledby={`help-${key}`}>
              <h2 id={`help-${key}`} className={classes.title}>
                {title}
              </h2>
              {questions.map((one) => (
                // A search opens what it found.
                <details key={`${one.key}-${query !== ""}`} className={classes.question} open={query !== ""}>
                  <summary>{one.question}</summary>
                  <p className={classes.answer}>{one.answer}</p>
                </details>
              ))}
            </section>
          ))
        )}
      </div>
    </Screen>
  );
}
