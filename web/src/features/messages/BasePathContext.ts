import { createContext, useContext } from "react";

/** Where the chats stand: a consumer's `/messages`, or the address that the professional's side gives the same screen. */
export const MessagesPlace = createContext("/messages");

export const useMessagesPlace = (): string => useContext(MessagesPlace);
