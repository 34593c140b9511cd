/** The rules of the specification. Each answers the key of what is wrong, or null. */
type Wrong = string | null;

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export function present(value: string, field: string): Wrong {
  return value.trim() ? null : `${field}Required`;
}

export function email(value: string): Wrong {
  return present(value, "email") ?? (EMAIL.test(value.trim()) ? null : "emailInvalid");
}

/** A user name, or an email: what has an @ is meant as one. */
export function loginName(value: string): Wrong {
  return value.includes("@") ? email(value) : present(value, "email");
}

export function newPassword(value: string): Wrong {
  const strong =
    [...value].length >= 8 &&
    /\p{Lu}/u.test(value) &&
    /\p{Ll}/u.test(value) &&
    /\p{Nd}/u.test(value) &&
    /[^\p{L}\p{Nd}\s]/u.test(value);
  return present(value, "password") ?? (strong ? null : "passwordWeak");
}

export function confirmation(value: string, password: string): Wrong {
  return present(value, "confirm") ?? (value === password ? null : "confirmDiffers");
}
