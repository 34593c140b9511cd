import { useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { OfferingKind } from "@/shared/offering/types";
import { itemsKey, readFolder } from "../api";
import { countItems } from "../model/sections";
import type { CompanyDetails, OfferingSection, OfferingSections } from "../types";

/** Reads the folders that are looked at as a whole, if the server has listed only the first offerings of all. */
export function useWholeFolders(
  { id }: CompanyDetails,
  kind: OfferingKind,
  all: OfferingSections | undefined,
) {
  const [opened, setOpened] = useState<readonly number[]>([]);
  const isCut = all !== undefined && all.total > countItems(all.sections);
  const folders = useQueries({
    queries: (isCut ? opened : []).map((folder) => ({
      queryKey: [...itemsKey(id, kind), { folder }],
      queryFn: () => readFolder(id, kind, folder),
    })),
  });
  return {
    /** Returns a section with all items of its folder, once they are read. */
    wholeOf(section: OfferingSection): OfferingSection {
      const at = section.folder ? opened.indexOf(section.folder.id) : -1;
      const items = folders[at]?.data;
      // A folder of several kinds may be longer than an answer.
      return items && items.length >= section.items.length ? { ...section, items } : section;
    },
    /** Called when a section comes into view. */
    open: useCallback(
      (folder: number) => setOpened((now) => (now.includes(folder) ? now : [...now, folder])),
      [],
    ),
  };
}
