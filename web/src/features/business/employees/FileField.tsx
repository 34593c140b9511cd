import { Button } from "@mantine/core";
import type { IconUser } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
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
  const preview = usePreview(file);
  return (
    <div>
      <div className={classes.file} data-invalid={error ? "" : undefined}>
        {preview ? (
          <img src={preview} alt="" className={classes.preview} />
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

/** Address of a chosen picture while it is shown; null for other files. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith("image/")) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
