import { readStored, writeStored } from "./storage";

const STORED = "country";

/** The country that was chosen before there was an account: ISO 3166-1 alpha-2, or nothing. */
export const rememberedCountry = (): string => readStored(STORED) ?? "";

export const rememberCountry = (code: string): void => writeStored(STORED, code || null);
