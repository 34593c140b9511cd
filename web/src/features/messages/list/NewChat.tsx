import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import { Sheet } from "@/ui/Sheet";
import { TextField } from "@/ui/TextField";
import { useMessagesPlace } from "../place";
import { useOpenDirect } from "../requests";
import classes from "./NewChat.module.css";

interface NewChatProps {
  opened: boolean;
  onClose: () => void;
}

export function NewChat({ opened, onClose }: NewChatProps) {
  const { t } = useTranslation("messages");
  return (
    <Sheet opened={opened} onClose={onClose} title={t("new.title")}>
      <NewChatForm onDone={onClose} />
    </Sheet>
  );
}

function NewChatForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("messages");
  const navigate = useNavigate();
  const place = useMessagesPlace();
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const opening = useOpenDirect();
  // People write a user name as they see it, with its sign.
  const userName = name.trim().replace(/^@/, "");

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(!userName);
    if (!userName) {
      event.currentTarget.querySelector("input")?.focus();
      return;
    }
    opening.mutate(userName, {
      onSuccess(chat) {
        onDone();
        navigate(`${place}/${chat.id}`);
      },
    });
  };

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextField
        label={t("new.field")}
        description={t("new.hint")}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setMissing(false);
          opening.reset();
        }}
        error={
          missing ? t("new.missing") : opening.error && <Refusal error={opening.error} userName={userName} />
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <Button type="submit" color="terracotta" loading={opening.isPending}>
        {t("new.submit")}
      </Button>
    </form>
  );
}

function Refusal({ error, userName }: { error: Error; userName: string }) {
  const { t } = useTranslation("messages");
  if (!(error instanceof ApiError)) return t("new.failed");
  if (error.status === 404) return t("new.unknown", { name: userName });
  if (error.status === 422) return t("new.self");
  return error.code === "network" ? t("error.network", { ns: "common" }) : t("new.failed");
}
