import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { CloseButton } from "@/ui/CloseButton";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { PickList } from "./PickList";
import classes from "./people.module.css";
import { usePeople } from "./usePeople";

interface PeoplePickerProps {
  chosen: readonly UserCard[];
  onChange: (chosen: readonly UserCard[]) => void;
  /** They are in already. */
  without?: ReadonlySet<number>;
  error?: string | undefined;
  /** Controls below the list, such as the submit button. */
  children: ReactNode;
}

/** Chooses several people: found by name, kept as chips. */
export function PeoplePicker({ chosen, onChange, without, error, children }: PeoplePickerProps) {
  const { t } = useTranslation("messages");
  const [text, setText] = useState("");
  const found = usePeople(text);
  const isChosen = (id: number) => chosen.some((one) => one.id === id);
  const toggle = (person: UserCard) =>
    onChange(isChosen(person.id) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
  const people = found.people.filter(({ id }) => !without?.has(id));
  return (
    <div className={classes.stack}>
      {chosen.length > 0 && (
        <ul className={classes.chips} aria-label={t("people.chosen")}>
          {chosen.map((person) => (
            <li key={person.id} className={classes.chip}>
              <Avatar id={person.id} name={displayName(person)} picture={person.picture} size={24} />
              <Bdi className={classes.chipName}>{displayName(person)}</Bdi>
              <CloseButton
                size={36}
                radius="xl"
                label={t("people.unchoose", { name: displayName(person) })}
                onClick={() => toggle(person)}
              />
            </li>
          ))}
        </ul>
      )}
      <TextInput
        type="search"
        label={t("people.find")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes.scroll}>
        {found.isError && <ErrorState title={t("people.failed")} onRetry={() => void found.refetch()} />}
        {found.isPending && <RowSkeletons rows={5} />}
        {found.isSuccess && people.length === 0 && <p className={classes.none}>{t("people.none")}</p>}
        <PickList
          items={people.map((person) => ({
            id: person.id,
            name: displayName(person),
            picture: person.picture,
            detail: (
              <bdi className={classes.user} data-line="">
                @{person.userName}
              </bdi>
            ),
          }))}
          chosen={chosen.map(({ id }) => id)}
          onToggle={(id) => {
            const person = people.find((one) => one.id === id);
            if (person) toggle(person);
          }}
        />
        {found.hasNextPage && (
          <Button
            variant="default"
            fullWidth
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t("people.more")}
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}
