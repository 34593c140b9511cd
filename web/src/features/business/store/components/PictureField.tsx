import { Button, FileButton } from "@mantine/core";
import { IconPhoto, IconTrash } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Picture } from "@/shared/picture/Picture";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { useUpload } from "../hooks/useUpload";
import { PICTURE_TYPES } from "../model/files";
import type { PictureValue } from "../model/storeForm";
import classes from "./Store.module.css";
import type { SectionProps } from "./StoreForm";

interface PictureFieldProps extends SectionProps {
  name: "logo" | "cover";
}

/** Picture of the company: uploaded at once, shown to visitors after saving. */
export function PictureField({ form, name }: PictureFieldProps) {
  const { t } = useTranslation("business-store");
  const id = useId();
  const picture = form.values[name];
  const { upload, progress, cancel } = useUpload();
  const [failed, setFailed] = useState<string>();
  const choose = async (file: File | null) => {
    if (!file) return;
    setFailed(undefined);
    const done = await upload(file);
    if (done.media) form.setFieldValue(name, { ...done.media } satisfies PictureValue);
    else if (done.problem) setFailed(done.problem);
  };
  const problem = failed ?? form.errors[name];
  return (
    <fieldset className={classes.pictureField} data-shape={name} aria-describedby={problem ? id : undefined}>
      <legend className={classes.legend}>{t(`field.${name}`)}</legend>
      <div className={classes.frame}>
        <Picture picture={picture} alt="" sizes={name === "logo" ? "112px" : "480px"} />
      </div>
      {progress !== null && (
        <progress
          className={classes.progress}
          value={progress}
          aria-label={t("gallery.uploading", { name: t(`field.${name}`) })}
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
              data-path={form.getInputProps(name)["data-path"]}
            >
              {t(`picture.${name}`)}
            </Button>
          )}
        </FileButton>
        {progress !== null ? (
          <Button variant="subtle" onClick={cancel}>
            {t("common:action.cancel")}
          </Button>
        ) : (
          picture && (
            <IconButton
              icon={IconTrash}
              label={t("picture.remove", { name: t(`field.${name}`) })}
              onClick={() => form.setFieldValue(name, null)}
            />
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
