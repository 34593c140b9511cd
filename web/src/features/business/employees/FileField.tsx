import { Button } from "@mantine/core";
import type { IconUser } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LocalPicture } from "@/shared/picture/LocalPicture";
import { useObjectUrl } from "@/shared/picture/useObjectUrl";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./Employees.module.css";

interface FileFieldProps {
  name: string;
  label: string;
  hint: string;
  icon: typeof IconUser;
  types: readonly string[];
  file: File | null;
  error: string | null;
  /** Value of `data-path`, by which the form moves the focus here. */
  path: string;
  onChoose: (file: File | null) => void;
}

/** One required file with a preview of a picture. */
export function FileField({ name, label, hint, icon, types, file, error, path, onChoose }: FileFieldProps) {
  const { t } = useTranslation("business-team");
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(file?.type.startsWith("image/") ? file : null);
  return (
    <div>
      <div className={classes.file} data-invalid={error ? "" : undefined}>
        {preview ? (
          <LocalPicture src={preview} alt="" className={classes.preview} />
        ) : (
          <span className={classes.preview}>
            <Icon of={icon} size={28} />
          </span>
        )}
        <span className={classes.words}>
          <span className={classes.label}>{label}</span>
          <span className={classes.muted}>{file ? <Bdi>{file.name}</Bdi> : hint}</span>
        </span>
        <Button
          variant="default"
          data-path={path}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onClick={() => picker.current?.click()}
        >
          {t(file ? "form.otherFile" : "form.file")}
          <VisuallyHidden>{label}</VisuallyHidden>
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          name={name}
          accept={types.join(",")}
          aria-label={label}
          onChange={(event) => {
            const [chosen = null] = event.currentTarget.files ?? [];
            if (chosen) onChoose(chosen);
            // The same file may be chosen again.
            event.currentTarget.value = "";
          }}
        />
      </div>
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
