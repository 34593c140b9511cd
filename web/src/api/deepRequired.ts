import type { Message } from "./types";

export type RequiredFields<T> = { [Key in keyof T]-?: DeepRequired<T[Key]> };

/**
 * A response with every field present. The server sends null for an empty field, except in messages; the generated types
 * make nullable fields optional.
 */
export type DeepRequired<T> = T extends Message
  ? T
  : T extends (infer Item)[]
    ? DeepRequired<Item>[]
    : T extends object
      ? RequiredFields<T>
      : T;

/** Types a response as `DeepRequired`. The value stays the same. */
export const asDeepRequired = <T>(data: T) => data as DeepRequired<T>;
