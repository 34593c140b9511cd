import { type ChangeEvent, type FormEvent, useId, useMemo, useRef, useState } from "react";

type Field<Values> = keyof Values & string;

/** Sentences by field. */
export type FieldErrors = Record<string, string | null | undefined>;

/** Props of a field component. */
export interface FieldProps {
  value?: string;
  checked?: boolean;
  onChange: (change: ChangeEvent<HTMLInputElement | HTMLSelectElement> | string | boolean) => void;
  error: string | null;
  /** By this the field is found again, to move the focus there. */
  "data-path": string;
}

export interface Form<Values> {
  values: Values;
  errors: FieldErrors;
  /** As of now, also between two renders. */
  getValues(): Values;
  setValues(change: Partial<Values>): void;
  setFieldValue<Name extends Field<Values>>(name: Name, value: Values[Name]): void;
  setErrors(errors: FieldErrors): void;
  getInputProps(name: Field<Values>, kind?: { type: "checkbox" }): FieldProps;
  getInputNode(name: string): HTMLElement | null;
  onSubmit(
    send: (values: Values) => void,
    refuse: (errors: FieldErrors) => void,
  ): (event: FormEvent<HTMLFormElement>) => void;
}

interface FormOptions<Values> {
  initialValues: Values;
  initialErrors?: FieldErrors;
  /** Validation rules, by field or for all values together. Run on submit. */
  validate?: Rules<Values> | ((values: Values) => FieldErrors);
}

/** Written as a method, so that a rule may name the type of its field alone. */
type Rules<Values> = {
  [Name in keyof Values]?: { rule(value: Values[Name], values: Values): string | null }["rule"];
};

/** The values of a form and what is wrong with them. A field that is changed is not wrong until the form is sent again. */
export function useForm<Values extends Record<string, unknown>>(options: FormOptions<Values>): Form<Values> {
  const { initialValues, initialErrors = {} } = options;
  const id = useId();
  const [values, showValues] = useState(initialValues);
  const [errors, setErrors] = useState(initialErrors);
  const now = useRef(values);
  const validate = useRef(options.validate);
  validate.current = options.validate;

  const actions = useMemo(() => {
    const pathOf = (name: string) => `${id}${name}`;
    const setValues = (change: Partial<Values>) => {
      now.current = { ...now.current, ...change };
      showValues(now.current);
      setErrors((before) => without(before, Object.keys(change)));
    };
    const setFieldValue = <Name extends Field<Values>>(name: Name, value: Values[Name]) =>
      setValues({ [name]: value } as unknown as Partial<Values>);
    const wrong = (): FieldErrors => {
      const rules: Rules<Values> | ((values: Values) => FieldErrors) = validate.current ?? {};
      if (typeof rules === "function") return rules(now.current);
      return Object.fromEntries(
        Object.keys(rules).map((name) => [
          name,
          rules[name]?.(now.current[name] as Values[string], now.current),
        ]),
      );
    };
    return {
      pathOf,
      setValues,
      setFieldValue,
      setErrors,
      getValues: () => now.current,
      getInputNode: (name: string) => document.querySelector<HTMLElement>(`[data-path="${pathOf(name)}"]`),
      onSubmit:
        (send: (values: Values) => void, refuse: (errors: FieldErrors) => void) =>
        (event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          const found = wrong();
          setErrors(found);
          if (Object.values(found).some(Boolean)) refuse(found);
          else send(now.current);
        },
    };
  }, [id]);

  const getInputProps = (name: Field<Values>, kind?: { type: "checkbox" }): FieldProps => ({
    ...(kind ? { checked: values[name] === true } : { value: String(values[name] ?? "") }),
    onChange: (change) =>
      actions.setFieldValue(name, readFrom(change, kind !== undefined) as Values[typeof name]),
    error: errors[name] ?? null,
    "data-path": actions.pathOf(name),
  });
  return { ...actions, values, errors, getInputProps };
}

function readFrom(change: Parameters<FieldProps["onChange"]>[0], checkbox: boolean): string | boolean {
  if (typeof change !== "object") return change;
  const { currentTarget } = change;
  return checkbox && "checked" in currentTarget ? currentTarget.checked : currentTarget.value;
}

function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  if (!names.some((name) => errors[name])) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
