import { useMediaQuery } from "@mantine/hooks";
import type { ChatState } from "../model/chat";
import { Info } from "./Info";

/** Beside the chat where there is room; elsewhere the header opens the same as a sheet. */
export function InfoColumn({ state, onSearch }: { state: ChatState; onSearch: () => void }) {
  const room = useMediaQuery("(min-width: 80em)", false, { getInitialValueInEffect: false });
  return room ? <Info state={state} onSearch={onSearch} /> : null;
}
