import { useTranslation } from "react-i18next";
import type { ImportReport } from "../csvApi";
import { translateSentence } from "../model/serverMessages";
import classes from "./Import.module.css";

/** Effect of a file, or its errors by line and column. */
export function ImportPreview({ report }: { report: ImportReport }) {
  const { t } = useTranslation("business-catalogue");
  if (report.errors.length > 0) return <ImportErrors report={report} />;
  const counts = [
    ["created", report.created],
    ["changed", report.changed],
    ["unchanged", report.unchanged],
  ] as const;
  return (
    <div className={classes.import}>
      <ul className={classes.counts} role="status">
        {counts.map(([key, count]) => (
          <li key={key}>
            <strong>{count}</strong>
            <span>{t(`import.${key}`, { count })}</span>
          </li>
        ))}
      </ul>
      {report.folders.length > 0 && (
        <p className={classes.muted}>{t("import.folders", { names: report.folders.join(", ") })}</p>
      )}
      {report.changes.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th>{t("import.line")}</th>
                <th>{t("field.name")}</th>
                <th>{t("import.effect")}</th>
              </tr>
            </thead>
            <tbody>
              {report.changes.map(({ line, name, is_new, columns }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td>
                    <bdi>{name}</bdi>
                  </td>
                  <td>{is_new ? t("import.new") : columns.join(", ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function ImportErrors({ report }: { report: ImportReport }) {
  const { t } = useTranslation("business-catalogue");
  return (
    <div className={classes.import}>
      <p className={classes.problem} role="alert">
        {t("import.errors", { count: report.errors.length })} {report.stopped && t("import.stopped")}
      </p>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t("import.line")}</th>
              <th>{t("import.column")}</th>
              <th>{t("import.expected")}</th>
            </tr>
          </thead>
          <tbody>
            {report.errors.map(({ line, column, expected }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two errors
              <tr key={at}>
                <td>{line}</td>
                <td>{column || t("import.wholeLine")}</td>
                <td>{translateSentence(expected, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
