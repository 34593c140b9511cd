import { Button, TextInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { ulid } from "@/live";
import { MAX_RECIPIENTS, PickList, toggled } from "@/shared/people-picker/PickList";
import { Icon } from "@/ui/Icon";
import { shareProfile } from "../api";
import { copyProfileLink } from "../hooks/copyProfileLink";
import { useFriends } from "../hooks/useFriends";
import type { PersonCard } from "../model/card";
import classes from "./sheets.module.css";

/** Sends a profile to friends, each in a direct chat. */
export function ShareProfile({ person, onDone }: { person: PersonCard; onDone: () => void }) {
  const { t } = useTranslation("people");
  const { state } = useFriends();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [missing, setMissing] = useState(false);
  // One for all tries: what a lost answer hid is not said twice.
  const [id] = useState(() => ulid());
  const sending = useMutation({
    mutationFn: () => shareProfile(person.id, id, [...chosen]),
    onSuccess(answers) {
      const refused = answers.filter(({ code }) => code).map(({ user_id }) => user_id);
      toast.success(t("share.done", { count: answers.length - refused.length }));
      if (refused.length === 0) onDone();
      else setChosen(refused);
    },
  });
  const friends = (state?.friends ?? []).filter(({ id }) => id !== person.id);
  const wanted = query.trim().toLocaleLowerCase();
  const shown = friends.filter((friend) =>
    `${displayName(friend)} ${friend.userName}`.toLocaleLowerCase().includes(wanted),
  );
  const refused = sending.data?.some(({ code }) => code) ?? false;
  const problem = missing && chosen.length === 0 ? t("share.missing") : undefined;
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen.length === 0);
        if (chosen.length > 0) sending.mutate();
      }}
    >
      <TextInput
        type="search"
        label={t("share.find")}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        error={problem}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes.scroll}>
        {shown.length === 0 && (
          <p className={classes.note}>{t(friends.length === 0 ? "share.nobody" : "share.none")}</p>
        )}
        <PickList
          label={t("tab.friends")}
          items={shown.map((friend) => ({
            id: friend.id,
            name: displayName(friend),
            picture: friend.picture,
          }))}
          chosen={chosen}
          max={MAX_RECIPIENTS}
          onToggle={(friend) => setChosen((now) => toggled(now, friend))}
        />
      </div>
      {refused && (
        <p role="alert" className={classes.problem}>
          {t("share.refused")}
        </p>
      )}
      {sending.error && (
        <p role="alert" className={classes.problem}>
          {sending.error instanceof ApiError && sending.error.code === "network"
            ? t("common:error.network")
            : t("share.refused")}
        </p>
      )}
      <Button type="submit" color="terracotta" loading={sending.isPending}>
        {t("share.submit", { count: chosen.length })}
      </Button>
      <Button
        variant="subtle"
        leftSection={<Icon of={IconLink} size={18} />}
        onClick={() => void copyProfileLink(person.id, t)}
      >
        {t("link.copy")}
      </Button>
    </form>
  );
}
