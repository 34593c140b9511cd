import { Button, FileButton } from "@mantine/core";
import { IconPhoto, IconTrash } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { useUpload } from "../../store/hooks/useUpload";
import { PICTURE_TYPES } from "../../store/model/files";
import type { PictureValue } from "../model/editor";
import classes from "./Catalogue.module.css";

interface StaffPictureProps {
  name: string;
  picture: PictureValue | null;
  error: string | undefined;
  onChange: (picture: PictureValue | null) => void;
}

/** Picture of a member of staff: uploaded at once, shown to customers after saving. */
export function StaffPicture({ name, picture, error, onChange }: StaffPictureProps) {
  const { t } = useTranslation("business-catalogue");
  const id = useId();
  const { upload, progress, cancel } = useUpload();
  const [failed, setFailed] = useState<string>();
  const choose = async (file: File | null) => {
    if (!file) return;
    setFailed(undefined);
    const { media, problem: refused } = await upload(file);
    if (media) onChange({ id: media.id, url: media.url });
    setFailed(refused);
  };
  const problem = failed ?? error;
  return (
    <fieldset className={classes.group} aria-describedby={problem ? id : undefined}>
      <legend>{t("staff.picture")}</legend>
      <div className={classes.line}>
        <Avatar name={name.trim() || "?"} picture={picture?.url ?? null} size={72} />
        <FileButton accept={PICTURE_TYPES} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon of={IconPhoto} />}
              disabled={progress !== null}
            >
              {t("staff.choosePicture")}
            </Button>
          )}
        </FileButton>
        {progress !== null ? (
          <>
            <progress value={progress} aria-label={t("staff.uploading")} />
            <Button variant="subtle" onClick={cancel}>
              {t("common:action.cancel")}
            </Button>
          </>
        ) : (
          picture && (
            <IconButton icon={IconTrash} label={t("staff.removePicture")} onClick={() => onChange(null)} />
          )
        )}
      </div>
      {problem && (
        <p id={id} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
