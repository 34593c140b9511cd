import { IconFileSpreadsheet } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import classes from "./Import.module.css";

interface DropZoneProps {
  /** Name of the chosen file. */
  name: string | undefined;
  disabled: boolean;
  onFile: (file: File) => void;
}

/** Place to drop a file. It opens the file dialog too. */
export function DropZone({ name, disabled, onFile }: DropZoneProps) {
  const { t } = useTranslation("business-catalogue");
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  return (
    <label
      className={classes.zone}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={IconFileSpreadsheet} />
      <span>{name ?? t("import.drop")}</span>
      <small>{t("import.limits")}</small>
      <input
        type="file"
        accept=".csv,text/csv"
        aria-label={t("import.choose")}
        disabled={disabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
