import type { Message } from "./types";

export type Complete<T> = { [Key in keyof T]-?: Whole<T[Key]> };

/**
 * A response with every field present. The server sends null for an empty field, except in messages; the generated types
 * make nullable fields optional.
 */
export type Whole<T> = T extends Message
  ? T
  : T extends (infer Item)[]
    ? Whole<Item>[]
    : T extends object
      ? Complete<T>
      : T;

/** Types a response as `Whole`. The value stays the same. */
export const whole = <T>(data: T) => data as Whole<T>;
