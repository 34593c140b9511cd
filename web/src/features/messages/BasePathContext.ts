import { createContext, useContext } from "react";

/** Base path of the chats: `/messages` for consumers, `/pro/messages` for businesses. */
export const BasePathContext = createContext("/messages");

export const useBasePath = (): string => useContext(BasePathContext);
