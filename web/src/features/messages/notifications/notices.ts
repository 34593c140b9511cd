import { queryOptions } from "@tanstack/react-query";
import type { Privacy } from "@/api/types";
import { privacyQuery } from "@/shared/settings/privacy";

/** The account's notices of new messages. They are read once, when the first message arrives. */
export const noticesQuery = queryOptions({ ...privacyQuery, staleTime: Number.POSITIVE_INFINITY });

/** False until the settings are known. */
export const areNoticesWanted = (settings: Privacy | undefined): boolean =>
  settings !== undefined && settings.chat_notifications !== false;
