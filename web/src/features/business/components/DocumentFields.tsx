import { Button } from "@mantine/core";
import { IconFileText, IconTrash, IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { DOCUMENT_BYTES, DOCUMENT_KINDS, DOCUMENT_TYPES } from "@/shared/documents/documents";
import classes from "@/shared/forms/forms.module.css";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { type DocumentDraft, newDocumentDraft } from "../model/businessForm";
import own from "./DocumentFields.module.css";

interface DocumentFieldsProps {
  documents: readonly DocumentDraft[];
  onChange: (documents: DocumentDraft[]) => void;
  error?: string;
}

/** Documents of the business, each with its kind and the day until which it holds. */
export function DocumentFields({ documents, onChange, error }: DocumentFieldsProps) {
  const { t } = useTranslation("auth");
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const add = (files: Iterable<File>) => {
    const all = [...files];
    const fitting = all.filter((file) => DOCUMENT_TYPES.includes(file.type) && file.size <= DOCUMENT_BYTES);
    setRefused(
      fitting.length < all.length ? t("documents.refused", { size: format.bytes(DOCUMENT_BYTES) }) : null,
    );
    onChange([...documents, ...fitting.map((file) => newDocumentDraft(file, DOCUMENT_KINDS[0]))]);
  };
  const change = (id: string, part: Partial<DocumentDraft>) =>
    onChange(documents.map((draft) => (draft.id === id ? { ...draft, ...part } : draft)));
  const said = refused ?? error;
  return (
    <fieldset className={classes.group} aria-describedby={said ? "documents-error" : undefined}>
      <legend className={classes.legend}>{t("documents.title")}</legend>
      <p className={classes.hint}>{t("documents.lead", { size: format.bytes(DOCUMENT_BYTES) })}</p>
      {documents.length > 0 && (
        <ul className={own.documents}>
          {documents.map((draft) => (
            <li key={draft.id} className={own.draft}>
              <div className={own.file}>
                <Icon of={IconFileText} />
                <p className={own.name}>
                  <Bdi>{draft.file.name}</Bdi>{" "}
                  <span className={classes.hint}>{format.bytes(draft.file.size)}</span>
                </p>
                <IconButton
                  icon={IconTrash}
                  label={t("documents.remove", { name: draft.file.name })}
                  onClick={() => onChange(documents.filter(({ id }) => id !== draft.id))}
                />
              </div>
              <div className={own.parts}>
                <SelectField
                  label={t("documents.kind")}
                  value={draft.kind}
                  onChange={(event) => change(draft.id, { kind: event.currentTarget.value })}
                  data={DOCUMENT_KINDS.map((kind) => ({ value: kind, label: t(`documents.kinds.${kind}`) }))}
                />
                <TextField
                  label={t("documents.expires")}
                  optional
                  type="date"
                  value={draft.expires_on}
                  onChange={(event) => change(draft.id, { expires_on: event.currentTarget.value })}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        accept={DOCUMENT_TYPES.join(",")}
        className={own.picker}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          add(event.currentTarget.files ?? []);
          // The same file may be picked again after it was removed.
          event.currentTarget.value = "";
        }}
      />
      <Button
        variant="default"
        leftSection={<Icon of={IconUpload} />}
        onClick={() => picker.current?.click()}
      >
        {t("documents.add")}
      </Button>
      {said && (
        <p id="documents-error" role="alert" className={own.error}>
          {said}
        </p>
      )}
    </fieldset>
  );
}
