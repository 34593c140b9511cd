import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import { favouriteKeys, readPlaces } from "./api";

/** The server's limit of one request. */
const MOST = 100;
/** Cards of a page that ask within this time share a request. */
const GATHERED_MS = 30;

interface Batch {
  ids: Set<number>;
  answer: Promise<ReadonlyMap<number, number>>;
}

let gathering: Batch | null = null;

/** Folder that holds an offering, or null. */
export function folderOf(id: number): Promise<number | null> {
  if (!gathering || gathering.ids.size >= MOST) {
    const ids = new Set<number>();
    const batch: Batch = {
      ids,
      answer: new Promise((done) => setTimeout(done, GATHERED_MS)).then(() => {
        if (gathering === batch) gathering = null;
        return readPlaces([...ids]);
      }),
    };
    gathering = batch;
  }
  gathering.ids.add(id);
  return gathering.answer.then((places) => places.get(id) ?? null);
}

/** Folder of the own favourites that holds an offering. Null also while it is not known. */
export function useSavedFolder(id: number): {
  folder: number | null;
  change: (folder: number | null) => void;
} {
  const queries = useQueryClient();
  const user = useUser();
  const key = favouriteKeys.place(id);
  const { data } = useQuery({ queryKey: key, queryFn: () => folderOf(id), enabled: user !== null });
  return {
    folder: (user && data) ?? null,
    change: (folder) => queries.setQueryData(key, folder),
  };
}
