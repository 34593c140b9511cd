import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import type { useMute, useMuted } from "@/shared/reels/mutes";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { Avatar } from "@/ui/Avatar";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import type { useBlocked, useUnblock } from "../api";

/** Somebody who was hidden, as a row shows them. */
export interface Hidden {
  id: number;
  name: string;
  picture: string | null;
  /** Name with a link to the page. */
  link: ReactNode;
}

interface HiddenListProps {
  /** Prefix of the texts. */
  texts: "blocked" | "muted";
  list: Pick<
    ReturnType<typeof useBlocked> | ReturnType<typeof useMuted>,
    "isPending" | "isError" | "refetch" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  /** Undefined until the list is loaded. */
  hidden: readonly Hidden[] | undefined;
  release: ReturnType<typeof useUnblock> | ReturnType<typeof useMute>;
}

/** Those that a person has hidden from view, with a way to show each again. */
export function HiddenList({ texts, list, hidden, release }: HiddenListProps) {
  const { t } = useTranslation("account");
  const show = (id: number, name: string) =>
    release.mutate(id, {
      onSuccess: () => toast.success(t(`${texts}.released`, { name })),
      onError: (error) => toast.error(t(`${texts}.notReleased`, { name }), error, () => show(id, name)),
    });
  return (
    <Section title={t(`${texts}.title`)} lead={t(`${texts}.lead`)}>
      {list.isPending && <RowSkeletons rows={1} />}
      {list.isError && !hidden && (
        <ErrorState title={t(`${texts}.failed`)} onRetry={() => void list.refetch()} />
      )}
      {hidden?.length === 0 && <p className={classes.muted}>{t(`${texts}.none`)}</p>}
      {hidden && hidden.length > 0 && (
        <ul className={classes.list}>
          {hidden.map(({ id, name, picture, link }) => (
            <li key={id} className={classes.item}>
              <Avatar id={id} name={name} picture={picture} size={44} />
              {link}
              <Button
                variant="default"
                aria-label={t(`${texts}.releaseName`, { name })}
                loading={release.isPending && release.variables === id}
                onClick={() => show(id, name)}
              >
                {t(`${texts}.release`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("hidden.more")}
        </Button>
      )}
    </Section>
  );
}
