import { Button } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUpdateProfile } from "@/api/session";
import type { User } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { lazyPart } from "@/lib/lazyPart";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/settings/settings.module.css";
import { Avatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";

const Crop = lazyPart(() => import("./Crop").then((file) => file.Crop));

/** One's picture, and another one: cut to a square before it goes out. */
export function PictureSection({ user }: { user: User }) {
  const { t } = useTranslation("account");
  const picker = useRef<HTMLInputElement>(null);
  const update = useUpdateProfile();
  const [file, setFile] = useState<File | null>(null);
  const close = () => {
    setFile(null);
    update.reset();
  };
  const save = (picture: Blob) => {
    const body = new FormData();
    body.append("picture", picture, "picture.webp");
    update.mutate(body, {
      onSuccess() {
        toast.success(t("picture.saved"));
        close();
      },
    });
  };
  return (
    <div className={classes.identity}>
      <Avatar name={displayName(user)} picture={user.picture} id={user.id} size={88} />
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*"
        aria-label={t("picture.file")}
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0] ?? null);
          event.currentTarget.value = "";
        }}
      />
      <Button variant="default" leftSection={<Icon of={IconPhoto} />} onClick={() => picker.current?.click()}>
        {t("picture.change")}
      </Button>
      <Sheet opened={file !== null} onClose={close} title={t("picture.title")}>
        <FormError error={update.error} />
        {file && (
          <Suspense>
            <Crop file={file} busy={update.isPending} onDone={save} onCancel={close} />
          </Suspense>
        )}
      </Sheet>
    </div>
  );
}
