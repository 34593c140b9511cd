import {
  type InfiniteData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, download, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import { showEarlyInAll } from "@/api/optimistic";
import { type Page, pageParams, toPage } from "@/api/pagination";
import type { components, paths } from "@/api/schema";
import type { Reel, ReelState } from "@/shared/reels/types";
import { moved } from "../../policies/model/policyForm";
import { movedPages } from "./order";

type Schemas = components["schemas"];

/** Reel as its company sees it. */
export interface OwnReel extends Reel {
  /** States that the company may choose next. */
  next_states: ReelState[];
  mean_watched_ms: number;
  results: DeepRequired<Schemas["ReelResults"]>;
  reports: number;
}

export type ReelUpload = DeepRequired<Schemas["ReelUpload"]>;
type SubtitleLanguage = paths[typeof SUBTITLES]["put"]["parameters"]["path"]["language"];

const LIST = "/api/v1/userprofessional/reels/";
const ONE = "/api/v1/userprofessional/reels/{reel_id}/";
const ORDER = "/api/v1/userprofessional/reels/order/";
const STATE = "/api/v1/userprofessional/reels/{reel_id}/state/";
const UPLOADS = "/api/v1/userprofessional/reels/uploads/";
const UPLOAD = "/api/v1/userprofessional/reels/uploads/{upload_id}/";
const COMPLETE = "/api/v1/userprofessional/reels/uploads/{upload_id}/complete/";
const PART = "/api/v1/userprofessional/reels/uploads/{upload_id}/parts/{number}/";
const SUBTITLES = "/api/v1/userprofessional/reel-subtitles/{reel_id}/{language}/";

const ROOT = ["business-reels"];
const REELS = [...ROOT, "list"];

/** The server sorts at most this many reels of a company. */
const MAX_ORDER = 500;
const PER_PAGE = 30;
/** Maximum of the server. */
const PER_LONG_PAGE = 100;
/** Time between two looks at videos that are being encoded. */
const POLL_MS = 3_000;

async function readReels(page: number, per_page: number, state?: ReelState): Promise<Page<OwnReel>> {
  const answer = await unwrap(api.GET(LIST, { params: { query: { page, per_page, state } } }));
  // The schema does not describe the values of an offering's details.
  return toPage({ ...answer, data: answer.data as unknown as OwnReel[] });
}

/** Reels in one state, or all of them. */
export function useOwnReels(state?: ReelState) {
  return useInfiniteQuery({
    queryKey: [...REELS, state],
    queryFn: ({ pageParam }) => readReels(pageParam, PER_PAGE, state),
    ...pageParams,
  });
}

/** Ids of all reels in their order. */
async function readOrder(): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, more = true; more && ids.length < MAX_ORDER; page += 1) {
    const answer = await readReels(page, PER_LONG_PAGE);
    ids.push(...answer.items.map(({ id }) => id));
    more = answer.more;
  }
  return ids;
}

/** Moves a reel to the place of another. The list shows it at once. */
export function useReelOrder() {
  const queries = useQueryClient();
  const mutationKey = [...ROOT, "order"];
  return useMutation({
    mutationKey,
    scope: { id: "reel-order" },
    mutationFn: async ({ id, target }: { id: number; target: number }) => {
      const ids = await readOrder();
      const [from, to] = [ids.indexOf(id), ids.indexOf(target)];
      if (from < 0 || to < 0) return;
      await unwrap(api.PUT(ORDER, { body: { ids: moved(ids, from, to).slice(0, MAX_ORDER) } }));
    },
    async onMutate({ id, target }) {
      await queries.cancelQueries({ queryKey: REELS });
      return showEarlyInAll<InfiniteData<Page<OwnReel>>>(queries, REELS, (data) => ({
        ...data,
        pages: movedPages(data.pages, id, target),
      }));
    },
    onError: (_error, _move, takeBack) => takeBack?.(),
    async onSettled() {
      // A later move is on its way: the list of the server does not have it yet.
      if (queries.isMutating({ mutationKey }) > 1) return;
      void queries.invalidateQueries({ queryKey: ["company"] });
      await queries.invalidateQueries({ queryKey: REELS });
    },
  });
}

/** Text of subtitles in one language. */
export interface Subtitles {
  language: string;
  /** WebVTT. Empty: none. */
  text: string;
}

/** Subtitles of a reel in all its languages, as they were saved. */
export const useSubtitles = (tracks: OwnReel["subtitles"]) =>
  useQueries({
    queries: tracks.map(({ language, url }) => ({
      queryKey: [...ROOT, "subtitles", url],
      queryFn: async (): Promise<Subtitles> => ({ language, text: await (await download(url)).text() }),
    })),
    combine: (answers) => ({
      data: answers.flatMap(({ data }) => data ?? []),
      isPending: answers.some(({ isPending }) => isPending),
      isError: answers.some(({ isLoadingError }) => isLoadingError),
      refetch: () => {
        for (const { isLoadingError, refetch } of answers) if (isLoadingError) void refetch();
      },
    }),
  });

export interface ReelForm {
  caption?: string;
  language?: Schemas["UpdateReel"]["language"];
  offerings?: number[];
}

export function useReelChanges() {
  const queries = useQueryClient();
  const onSettled = async () => {
    for (const queryKey of [["company"], ["reels"]]) void queries.invalidateQueries({ queryKey });
    await queries.invalidateQueries({ queryKey: ROOT });
  };
  const at = (reel_id: number) => ({ params: { path: { reel_id } } });
  return {
    save: useMutation({
      mutationFn: ({ id, body }: { id: number; body: ReelForm }) =>
        unwrap(api.PATCH(ONE, { ...at(id), body })),
      onSettled,
    }),
    saveSubtitles: useMutation({
      mutationFn: async ({ id, language, text }: Subtitles & { id: number }) => {
        const params = { path: { reel_id: id, language: language as SubtitleLanguage } };
        if (text.trim()) await unwrap(api.PUT(SUBTITLES, { params, body: { text } }));
        else await unwrap(api.DELETE(SUBTITLES, { params }));
      },
      onSettled,
    }),
    setState: useMutation({
      mutationFn: ({ id, state, at: publish_at }: { id: number; state: ReelState; at?: string }) =>
        unwrap(api.PUT(STATE, { ...at(id), body: { state, publish_at } })),
      onSettled,
    }),
    create: useMutation({ mutationFn: createReel, onSettled }),
  };
}

/** Makes a draft of an encoded video. */
export const createReel = async (upload_id: number): Promise<OwnReel> =>
  (await unwrap(api.POST(LIST, { body: { upload_id } }))).data as unknown as OwnReel;

/** Uploads without a reel, of this and of other devices. */
export const readUploads = async (): Promise<ReelUpload[]> =>
  asDeepRequired((await unwrap(api.GET(UPLOADS))).data) as ReelUpload[];

export const openUploads = queryOptions({
  queryKey: [...ROOT, "uploads"],
  queryFn: readUploads,
  staleTime: 0,
});

/** Reads them again while one is being encoded. */
export const useOpenUploads = () =>
  useQuery({
    ...openUploads,
    refetchInterval: ({ state }) =>
      state.data?.some((upload) => upload.state === "processing") ? POLL_MS : false,
  });

const atUpload = (upload_id: number) => ({ params: { path: { upload_id } } });

export const beginUpload = async (name: string, bytes: number): Promise<ReelUpload> =>
  asDeepRequired((await unwrap(api.POST(UPLOADS, { body: { name, bytes } }))).data) as ReelUpload;

export const readUpload = async (id: number): Promise<ReelUpload> =>
  asDeepRequired((await unwrap(api.GET(UPLOAD, atUpload(id)))).data) as ReelUpload;

export const completeUpload = async (id: number): Promise<ReelUpload> =>
  asDeepRequired((await unwrap(api.POST(COMPLETE, atUpload(id)))).data) as ReelUpload;

export const deleteUpload = (id: number) => unwrap(api.DELETE(UPLOAD, atUpload(id)));

/** Sends a part. `checksum` is its SHA-256 in hexadecimal digits. */
export const sendPart = (
  upload_id: number,
  number: number,
  part: Blob,
  checksum: string,
  signal: AbortSignal,
) =>
  unwrap(
    api.PUT(PART, {
      params: { path: { upload_id, number }, query: { checksum } },
      // The schema describes the bytes as a list of numbers.
      body: part as unknown as number[],
      bodySerializer: () => part,
      headers: { "content-type": "application/octet-stream" },
      signal,
    }),
  );
