import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { PersonLink } from "@/shared/person/PersonLink";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { useBlocked, useUnblock } from "../api";

/** Accounts that are blocked. Searches and lists leave them out, so this is where they are unblocked. */
export function BlockedSection() {
  const { t } = useTranslation("account");
  const blocked = useBlocked();
  const unblock = useUnblock();
  const people = blocked.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={t("blocked.title")} lead={t("blocked.lead")}>
      {blocked.isPending && <RowSkeletons rows={1} />}
      {blocked.isError && !people && (
        <ErrorState title={t("blocked.failed")} onRetry={() => blocked.refetch()} />
      )}
      {people?.length === 0 && <p className={classes.muted}>{t("blocked.none")}</p>}
      {people && people.length > 0 && (
        <ul className={classes.list}>
          {people.map((person) => (
            <li key={person.id} className={classes.item}>
              <Avatar id={person.id} name={displayName(person)} picture={person.picture} size={44} />
              <PersonLink id={person.id} card={person} className={classes.words}>
                <Bdi line>{displayName(person)}</Bdi>
              </PersonLink>
              <Button
                variant="default"
                aria-label={t("blocked.unblockName", { name: displayName(person) })}
                loading={unblock.isPending && unblock.variables === person.id}
                onClick={() =>
                  unblock.mutate(person.id, {
                    onSuccess: () => toast.success(t("blocked.unblocked", { name: displayName(person) })),
                    onError: () => toast.error(t("blocked.notUnblocked")),
                  })
                }
              >
                {t("blocked.unblock")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {blocked.hasNextPage && (
        <Button variant="subtle" loading={blocked.isFetchingNextPage} onClick={() => blocked.fetchNextPage()}>
          {t("blocked.more")}
        </Button>
      )}
    </Section>
  );
}
