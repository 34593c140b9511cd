import { Button, FileButton, TextInput } from "@mantine/core";
import { IconCamera } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import type { UserCard } from "@/api/types";
import { PeoplePicker } from "@/shared/people-picker/PeoplePicker";
import { LocalPicture } from "@/shared/picture/LocalPicture";
import { useObjectUrl } from "@/shared/picture/useObjectUrl";
import { uploadMedia } from "@/shared/upload/uploadMedia";
import { Icon } from "@/ui/Icon";
import { createGroup } from "../api";
import { useBasePath } from "../BasePathContext";
import { membersError } from "../info/AddPeople";
import { MAX_TITLE_LENGTH } from "../info/GroupHeader";
import { Uploading } from "../info/Uploading";
import { fileErrorOf } from "../limits";
import { uploadErrorText } from "../uploadErrors";
import classes from "./NewGroup.module.css";

/** A title, a picture if one likes, and at least one other person. */
export function NewGroup({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("messages");
  const navigate = useNavigate();
  const basePath = useBasePath();
  const [title, setTitle] = useState("");
  const [picture, setPicture] = useState<File | null>(null);
  const [chosen, setChosen] = useState<readonly UserCard[]>([]);
  const [missing, setMissing] = useState<{ title: boolean; people: boolean }>();
  const [part, setPart] = useState(0);
  const making = useMutation({
    mutationFn: async () => {
      const media = picture && (await uploadMedia(picture, setPart, new AbortController().signal));
      return createGroup({
        title: title.trim(),
        user_ids: chosen.map(({ id }) => id),
        ...(media && { picture: media.id }),
      });
    },
    onSuccess(chat) {
      onDone();
      navigate(`${basePath}/${chat.id}`);
    },
  });
  const { error } = making;
  const fields = error instanceof ApiError ? error.fields : {};
  const uploadError = error instanceof ApiError ? uploadErrorText(error.code, t) : undefined;
  const wrongPicture = picture !== null && (!picture.type.startsWith("image/") || fileErrorOf(picture));
  const submit = () => {
    const lacks = { title: !title.trim(), people: chosen.length === 0 };
    setMissing(lacks);
    if (!lacks.title && !lacks.people && !wrongPicture) making.mutate();
  };
  return (
    <>
      <div className={classes.head}>
        <FileButton accept="image/*" onChange={setPicture}>
          {(props) => (
            <button
              type="button"
              {...props}
              className={classes.picture}
              aria-label={t("group.picture")}
              data-tooltip={t("group.picture")}
            >
              {picture && !wrongPicture ? <Preview file={picture} /> : <Icon of={IconCamera} size={24} />}
            </button>
          )}
        </FileButton>
        <TextInput
          className={classes.title}
          label={t("group.title")}
          value={title}
          maxLength={MAX_TITLE_LENGTH}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={(missing?.title && !title.trim() && t("group.noTitle")) || fields.title?.[0]}
        />
      </div>
      {wrongPicture && (
        <p role="alert" className={classes.error}>
          {t("group.noPicture")}
        </p>
      )}
      <PeoplePicker
        chosen={chosen}
        onChange={setChosen}
        error={
          missing?.people && chosen.length === 0 ? t("group.nobody") : (uploadError ?? membersError(error, t))
        }
      >
        {making.isPending && picture && <Uploading part={part} />}
        <Button color="terracotta" fullWidth loading={making.isPending} onClick={submit}>
          {t("group.create")}
        </Button>
      </PeoplePicker>
    </>
  );
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  return url && <LocalPicture src={url} alt="" />;
}
