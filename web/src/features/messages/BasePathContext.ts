import { createContext, useContext } from "react";

/** Where the chats stand: a consumer's `/messages`, or the address that the professional's side gives the same screen. */
export const BasePathContext = createContext("/messages");

export const useBasePath = (): string => useContext(BasePathContext);
