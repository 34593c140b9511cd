import type { Schedule } from "../api";

/** Keys of the messages for times that cannot be sent, by field. */
export function scheduleErrors({ rules, exceptions }: Schedule): Record<string, string> {
  const errors: Record<string, string> = {};
  const checkHours = (path: string, starts: string, ends: string) => {
    if (!starts) errors[`${path}.starts`] = "required";
    if (!ends) errors[`${path}.ends`] = "required";
    // Both are zero-padded. Past midnight the hours go on: 26:00.
    else if (starts && ends <= starts) errors[`${path}.ends`] = "end";
  };
  rules.forEach(({ weekdays, starts, ends }, at) => {
    if (weekdays.length === 0) errors[`rules.${at}.weekdays`] = "day";
    checkHours(`rules.${at}`, starts, ends);
  });
  exceptions.forEach(({ date, hours }, at) => {
    if (!date) errors[`exceptions.${at}.date`] = "required";
    if (hours) checkHours(`exceptions.${at}`, ...hours);
  });
  return errors;
}
