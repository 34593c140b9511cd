import { Button, FileButton } from "@mantine/core";
import { IconPhoto, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Picture } from "@/shared/picture/Picture";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { useUpload } from "../hooks/useUpload";
import { PICTURE_TYPES } from "../model/files";
import type { PictureValue } from "../model/storeForm";
import classes from "./Store.module.css";

interface NewsPictureProps {
  picture: PictureValue | null;
  error?: ReactNode;
  onChange: (picture: PictureValue | null) => void;
}

/** Picture of the news, uploaded at once. */
export function NewsPicture({ picture, error, onChange }: NewsPictureProps) {
  const { t } = useTranslation("business-store");
  const { upload, progress } = useUpload();
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem(undefined);
    const done = await upload(file);
    if (done.media) onChange(done.media);
    setProblem(done.problem);
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("news.picture")}</legend>
      {picture && (
        <Picture picture={picture} alt="" sizes="480px" ratio="16 / 9" className={classes.rounded ?? ""} />
      )}
      {progress !== null && (
        <progress
          className={classes.progress}
          value={progress}
          aria-label={t("gallery.uploading", { name: t("news.picture") })}
        />
      )}
      <div className={classes.line}>
        <FileButton accept={PICTURE_TYPES} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon of={IconPhoto} />}
              disabled={progress !== null}
            >
              {t("picture.choose")}
            </Button>
          )}
        </FileButton>
        {picture && (
          <IconButton
            icon={IconTrash}
            label={t("picture.remove", { name: t("news.picture") })}
            onClick={() => onChange(null)}
          />
        )}
      </div>
      {(problem || error) && (
        <p className={classes.problem} role="alert">
          {problem || error}
        </p>
      )}
    </fieldset>
  );
}
