import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { UserCard } from "@/api/types";
import { PeoplePicker } from "@/shared/people-picker/PeoplePicker";
import { addMembers } from "../api";
import type { ChatDetail } from "../model/wire";

/** More people for a group. */
export function AddPeople({ chat, onDone }: { chat: ChatDetail; onDone: () => void }) {
  const { t } = useTranslation("messages");
  const [chosen, setChosen] = useState<readonly UserCard[]>([]);
  const adding = useMutation({
    mutationFn: () =>
      addMembers(
        chat.id,
        chosen.map(({ id }) => id),
      ),
    onSuccess: onDone,
  });
  const members = new Set(chat.members.map(({ user }) => user.id));
  return (
    <PeoplePicker
      chosen={chosen}
      onChange={setChosen}
      without={members}
      error={membersError(adding.error, t)}
    >
      <Button
        color="terracotta"
        fullWidth
        loading={adding.isPending}
        disabled={chosen.length === 0}
        onClick={() => adding.mutate()}
      >
        {t("group.addSubmit", { count: chosen.length })}
      </Button>
    </PeoplePicker>
  );
}

/** Returns the error about the chosen people. The server's sentence names the rejected people. */
export function membersError(error: Error | null, t: (key: string) => string): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof ApiError) || error.transient) return t("refusal.other");
  return error.fields.user_ids?.[0] ?? error.message;
}
