import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { favouriteKeys } from "@/shared/favourites/api";
import { Sheet } from "@/ui/Sheet";
import classes from "./Favourites.module.css";

interface NameSheetProps<Saved> {
  opened: boolean;
  texts: { title: string; submit: string; failed: string };
  /** Name at the start. */
  name: string;
  save: (name: string) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
}

/** Asks for the name of a folder, new or renamed. */
export function NameSheet<Saved>({ opened, texts, onClose, ...form }: NameSheetProps<Saved>) {
  return (
    <Sheet opened={opened} onClose={onClose} title={texts.title}>
      {opened && <NameForm texts={texts} onClose={onClose} {...form} />}
    </Sheet>
  );
}

function NameForm<Saved>({
  texts,
  name: first,
  save,
  onSaved,
  onClose,
}: Omit<NameSheetProps<Saved>, "opened">) {
  const { t } = useTranslation("favourites");
  const queries = useQueryClient();
  const [name, setName] = useState(first);
  const [missing, setMissing] = useState(false);
  const saving = useMutation({
    // The form says it.
    meta: { answersOffline: true },
    mutationFn: () => save(name.trim()),
    onSuccess(saved) {
      void queries.invalidateQueries({ queryKey: favouriteKeys.all });
      onSaved(saved);
      onClose();
    },
  });
  const refused = saving.error instanceof ApiError ? saving.error.fields.name?.[0] : undefined;
  const problem =
    missing && !name.trim() ? t("create.missing") : saving.isError ? (refused ?? texts.failed) : null;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!name.trim());
        if (name.trim()) saving.mutate();
      }}
    >
      <TextInput
        label={t("create.name")}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem}
        autoComplete="off"
        data-autofocus
      />
      <Button type="submit" color="terracotta" loading={saving.isPending}>
        {texts.submit}
      </Button>
    </form>
  );
}
