import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import { favouriteKeys, readPlaces } from "./api";
import type { Saveable } from "./types";

/** The server's limit of one request. */
const MOST = 100;
/** Cards of a page that ask within this time share a request. */
const GATHERED_MS = 30;

interface Batch {
  ids: Set<number>;
  answer: Promise<ReadonlyMap<number, number>>;
}

type Kind = Saveable["kind"];

const batches = new Map<Kind, Batch>();

/** Folder that holds an item, or null. */
export function folderOf(kind: Kind, id: number): Promise<number | null> {
  let gathering = batches.get(kind);
  if (!gathering || gathering.ids.size >= MOST) {
    const ids = new Set<number>();
    const batch: Batch = {
      ids,
      answer: new Promise((done) => setTimeout(done, GATHERED_MS)).then(() => {
        if (batches.get(kind) === batch) batches.delete(kind);
        return readPlaces(kind, [...ids]);
      }),
    };
    gathering = batch;
    batches.set(kind, batch);
  }
  gathering.ids.add(id);
  return gathering.answer.then((places) => places.get(id) ?? null);
}

/** Folder of the own favourites that holds an item. Null also while it is not known. */
export function useSavedFolder({ kind, id }: Pick<Saveable, "kind" | "id">): {
  folder: number | null;
  change: (folder: number | null) => void;
} {
  const queries = useQueryClient();
  const user = useUser();
  const key = favouriteKeys.place(kind, id);
  const { data } = useQuery({ queryKey: key, queryFn: () => folderOf(kind, id), enabled: user !== null });
  return {
    folder: (user && data) ?? null,
    change: (folder) => queries.setQueryData(key, folder),
  };
}
