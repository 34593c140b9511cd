/** The rules of the specification. Each answers the key of what is wrong, or null. */
type Wrong = string | null;

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const USER_NAME = /^[A-Za-z0-9._]{3,30}$/;

export function present(value: string, field: string): Wrong {
  return value.trim() ? null : `${field}Required`;
}

export function email(value: string): Wrong {
  return present(value, "email") ?? (EMAIL.test(value.trim()) ? null : "emailInvalid");
}

export function userName(value: string): Wrong {
  return present(value, "userName") ?? (USER_NAME.test(value.trim()) ? null : "userNameInvalid");
}

/** A user name, or an email: what has an @ is meant as one. */
export function loginName(value: string): Wrong {
  return value.includes("@") ? email(value) : present(value, "email");
}

/** Blanks and signs between the figures are the writer's own. */
export function phone(value: string): Wrong {
  const digits = value.replace(/[\s()./-]/g, "");
  return present(value, "phone") ?? (/^\+?\d{6,15}$/.test(digits) ? null : "phoneInvalid");
}

/** Validates a value only if it is not empty. */
export function optional(value: string, rule: (value: string) => Wrong): Wrong {
  return value.trim() ? rule(value) : null;
}

/** Password rules, in display order. */
export const PASSWORD_RULES = {
  length: (value: string) => [...value].length >= 8,
  upper: (value: string) => /\p{Lu}/u.test(value),
  lower: (value: string) => /\p{Ll}/u.test(value),
  digit: (value: string) => /\p{Nd}/u.test(value),
  special: (value: string) => /[^\p{L}\p{Nd}\s]/u.test(value),
} as const;

export type PasswordRule = keyof typeof PASSWORD_RULES;

export function newPassword(value: string): Wrong {
  const strong = Object.values(PASSWORD_RULES).every((met) => met(value));
  return present(value, "password") ?? (strong ? null : "passwordWeak");
}

export function confirmation(value: string, password: string): Wrong {
  return present(value, "confirm") ?? (value === password ? null : "confirmDiffers");
}

/** A day of birth that is past, and not further than anybody remembers. */
export function dayOfBirth(value: string, today: Date = new Date()): Wrong {
  if (!value) return "dobRequired";
  const day = new Date(`${value}T00:00:00`);
  if (Number.isNaN(day.getTime()) || day.getFullYear() < 1900) return "dobInvalid";
  return day > today ? "dobToCome" : null;
}
