import { useTranslation } from "react-i18next";
import type { FieldProps } from "@/lib/form";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import classes from "./forms.module.css";

interface PersonFieldsProps {
  field: (name: "firstName" | "lastName" | "dob" | "gender") => FieldProps;
}

/** Name, birthday and gender. */
export function PersonFields({ field }: PersonFieldsProps) {
  const { t } = useTranslation("auth");
  return (
    <>
      <div className={classes.pair}>
        <TextField {...field("firstName")} required label={t("field.firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} required label={t("field.lastName")} autoComplete="family-name" />
      </div>
      <div className={classes.pair}>
        <TextField {...field("dob")} required label={t("field.dob")} type="date" autoComplete="bday" />
        <SelectField
          {...field("gender")}
          required
          label={t("field.gender")}
          autoComplete="sex"
          data={[
            { value: "", label: t("gender.choose") },
            { value: "female", label: t("gender.female") },
            { value: "male", label: t("gender.male") },
            { value: "other", label: t("gender.other") },
          ]}
        />
      </div>
    </>
  );
}
