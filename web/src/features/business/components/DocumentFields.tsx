import { ActionIcon, Button } from "@mantine/core";
import { IconFileText, IconTrash, IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { DOCUMENT_BYTES, DOCUMENT_KINDS, DOCUMENT_TYPES } from "@/shared/documents/documents";
import classes from "@/shared/forms/forms.module.css";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { type DocumentDraft, newDocumentDraft } from "../model/businessForm";
import own from "./DocumentFields.module.css";

interface DocumentFieldsProps {
  papers: readonly DocumentDraft[];
  onChange: (papers: DocumentDraft[]) => void;
  error?: string;
}

/** Papers of the business, each with its kind and the day until which it holds. */
export function DocumentFields({ papers, onChange, error }: DocumentFieldsProps) {
  const { t } = useTranslation("auth");
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const add = (files: Iterable<File>) => {
    const all = [...files];
    const fitting = all.filter((file) => DOCUMENT_TYPES.includes(file.type) && file.size <= DOCUMENT_BYTES);
    setRefused(
      fitting.length < all.length ? t("papers.refused", { size: format.bytes(DOCUMENT_BYTES) }) : null,
    );
    onChange([...papers, ...fitting.map((file) => newDocumentDraft(file, DOCUMENT_KINDS[0]))]);
  };
  const change = (id: string, part: Partial<DocumentDraft>) =>
    onChange(papers.map((paper) => (paper.id === id ? { ...paper, ...part } : paper)));
  const said = refused ?? error;
  return (
    <fieldset className={classes.group} aria-describedby={said ? "papers-error" : undefined}>
      <legend className={classes.legend}>{t("papers.title")}</legend>
      <p className={classes.hint}>{t("papers.lead", { size: format.bytes(DOCUMENT_BYTES) })}</p>
      {papers.length > 0 && (
        <ul className={own.papers}>
          {papers.map((paper) => (
            <li key={paper.id} className={own.paper}>
              <div className={own.file}>
                <Icon of={IconFileText} />
                <p className={own.name}>
                  <Bdi>{paper.file.name}</Bdi>{" "}
                  <span className={classes.hint}>{format.bytes(paper.file.size)}</span>
                </p>
                <ActionIcon
                  aria-label={t("papers.remove", { name: paper.file.name })}
                  onClick={() => onChange(papers.filter(({ id }) => id !== paper.id))}
                >
                  <Icon of={IconTrash} />
                </ActionIcon>
              </div>
              <div className={own.parts}>
                <SelectField
                  label={t("papers.kind")}
                  value={paper.kind}
                  onChange={(event) => change(paper.id, { kind: event.currentTarget.value })}
                  data={DOCUMENT_KINDS.map((kind) => ({ value: kind, label: t(`papers.kinds.${kind}`) }))}
                />
                <TextField
                  label={t("papers.expires")}
                  type="date"
                  value={paper.expires_on}
                  onChange={(event) => change(paper.id, { expires_on: event.currentTarget.value })}
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
        {t("papers.add")}
      </Button>
      {said && (
        <p id="papers-error" role="alert" className={own.error}>
          {said}
        </p>
      )}
    </fieldset>
  );
}
