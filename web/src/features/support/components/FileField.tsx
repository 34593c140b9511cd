import { Button } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Bdi } from "@/ui/Bdi";
import { CloseButton } from "@/ui/CloseButton";
import { Icon } from "@/ui/Icon";
import classes from "./Support.module.css";

/** Maximum bytes of a file, as the server takes it. */
const FILE_MAX = 10 * 1024 * 1024;
const PICTURES = "image/jpeg,image/png,image/webp,image/gif";

interface FileFieldProps {
  label: string;
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  /** Maximum number of files. */
  most: number;
  /** PDF documents too. */
  documents?: boolean;
  error?: string | null;
}

/** Button that adds files, and the list of those that will be sent. */
export function FileField({ label, files, onChange, most, documents = false, error }: FileFieldProps) {
  const { t } = useTranslation("support");
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const hint = useId();
  const add = (chosen: readonly File[]) => {
    const large = chosen.find(({ size }) => size > FILE_MAX);
    setTooLarge(large ? t("files.tooLarge", { name: large.name, size: format.bytes(FILE_MAX) }) : null);
    const fitting = chosen.filter(({ size }) => size <= FILE_MAX);
    onChange(most === 1 ? fitting.slice(0, 1) : [...files, ...fitting].slice(0, most));
  };
  const problem = tooLarge ?? error;
  return (
    <div>
      <div className={classes.row}>
        <Button
          variant="default"
          leftSection={<Icon of={IconPaperclip} />}
          aria-describedby={hint}
          disabled={most > 1 && files.length >= most}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        <span id={hint} className={classes.muted}>
          {t(documents ? "files.hint" : "files.pictureHint", { count: most })}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={most > 1}
        accept={documents ? `${PICTURES},application/pdf` : PICTURES}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {problem && (
        <p className={classes.muted} role="alert">
          {problem}
        </p>
      )}
      <ul className={classes.rows} hidden={files.length === 0}>
        {files.map((file, place) => (
          <li key={`${file.name}-${file.size}-${file.lastModified}`} className={classes.row}>
            <span className={classes.muted}>
              <Bdi>{file.name}</Bdi> · {format.bytes(file.size)}
            </span>
            <CloseButton
              radius="xl"
              label={t("files.remove", { name: file.name })}
              onClick={() => onChange(files.filter((_, at) => at !== place))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
