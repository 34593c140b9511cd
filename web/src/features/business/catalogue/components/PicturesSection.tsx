import { Button, FileButton } from "@mantine/core";
import { IconArrowLeft, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { toast } from "@/lib/toasts";
import { Picture } from "@/shared/picture/Picture";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import type { PictureValue } from "../model/editor";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";

const PICTURES_MAX = 12;

async function upload(files: File[]): Promise<PictureValue[]> {
  const done: PictureValue[] = [];
  for (const file of files) {
    const body = new FormData();
    body.append("file", file);
    const { data } = await unwrap(
      api.POST("/api/v1/chat/chatapp-upload-media/", { body: body as never, bodySerializer: (form) => form }),
    );
    done.push({ id: data.id, url: data.url });
  }
  return done;
}

/** Pictures in order: the first one is the cover. */
export function PicturesSection({ values, errors, onChange }: SectionProps) {
  const { t } = useTranslation("business-catalogue");
  const { pictures } = values;
  const add = useMutation({
    mutationFn: upload,
    onSuccess: (added) => onChange({ pictures: [...pictures, ...added].slice(0, PICTURES_MAX) }),
    onError: (error) => toast.error(t("pictures.failed"), error),
  });
  const forward = (at: number) => {
    const picture = pictures[at];
    if (picture) onChange({ pictures: pictures.toSpliced(at, 1).toSpliced(at - 1, 0, picture) });
  };
  const wrong = Object.entries(errors).find(([key]) => key.startsWith("pictures"))?.[1];
  return (
    <section className={classes.section}>
      <h2>{t("section.pictures")}</h2>
      <p className={classes.muted}>{t("pictures.text")}</p>
      {wrong && (
        <p className={classes.problem} role="alert">
          {wrong}
        </p>
      )}
      <ul className={classes.pictures}>
        {pictures.map((picture, at) => (
          <li key={picture.id}>
            <span className={classes.picture}>
              <Picture
                picture={picture.url}
                alt={t("pictures.one", { number: at + 1 })}
                sizes="112px"
                eager
              />
            </span>
            <span>
              <IconButton
                icon={IconArrowLeft}
                directed
                label={t("pictures.forward", { number: at + 1 })}
                disabled={at === 0}
                onClick={() => forward(at)}
              />
              <IconButton
                icon={IconTrash}
                label={t("pictures.remove", { number: at + 1 })}
                onClick={() => onChange({ pictures: pictures.filter((one) => one !== picture) })}
              />
            </span>
          </li>
        ))}
      </ul>
      <div>
        <FileButton multiple accept="image/jpeg,image/png,image/webp" onChange={(files) => add.mutate(files)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon of={IconPhoto} />}
              loading={add.isPending}
              disabled={pictures.length >= PICTURES_MAX}
            >
              {t("pictures.add")}
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  );
}
