import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, download, unwrap } from "@/api/client";
import { pageParams, toPage } from "@/api/pagination";
import type { components, paths } from "@/api/schema";
import { type Whole, whole } from "@/api/whole";
import type { Reel, ReelState } from "@/shared/reels/types";

type Schemas = components["schemas"];

/** Reel as its company sees it. */
export interface OwnReel extends Reel {
  /** States that the company may choose next. */
  next_states: ReelState[];
  mean_watched_ms: number;
  reports: number;
}

export type ReelUpload = Whole<Schemas["ReelUpload"]>;
type SubtitleLanguage = paths[typeof SUBTITLES]["put"]["parameters"]["path"]["language"];

const LIST = "/api/v1/userprofessional/reels/";
const ONE = "/api/v1/userprofessional/reels/{reel_id}/";
const STATE = "/api/v1/userprofessional/reels/{reel_id}/state/";
const UPLOADS = "/api/v1/userprofessional/reels/uploads/";
const UPLOAD = "/api/v1/userprofessional/reels/uploads/{upload_id}/";
const COMPLETE = "/api/v1/userprofessional/reels/uploads/{upload_id}/complete/";
const PART = "/api/v1/userprofessional/reels/uploads/{upload_id}/parts/{number}/";
const SUBTITLES = "/api/v1/userprofessional/reel-subtitles/{reel_id}/{language}/";

const ROOT = ["business-reels"];

export function useOwnReels() {
  return useInfiniteQuery({
    queryKey: [...ROOT, "list"],
    queryFn: async ({ pageParam }) => {
      const answer = await unwrap(api.GET(LIST, { params: { query: { page: pageParam, per_page: 30 } } }));
      // The schema does not describe the values of an offering's details.
      return toPage({ ...answer, data: answer.data as unknown as OwnReel[] });
    },
    ...pageParams,
  });
}

/** Subtitles of a reel in one language, as the file that was saved. Empty without one. */
export const useSubtitles = (url: string | undefined) =>
  useQuery({
    queryKey: [...ROOT, "subtitles", url],
    enabled: url !== undefined,
    queryFn: async () => (await download(url ?? "")).text(),
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
      mutationFn: async ({
        id,
        body,
        subtitles,
      }: {
        id: number;
        body: ReelForm;
        subtitles: SubtitleChange[];
      }) => {
        await unwrap(api.PATCH(ONE, { ...at(id), body }));
        for (const { language, text } of subtitles) {
          const params = { path: { reel_id: id, language: language as SubtitleLanguage } };
          if (text.trim()) await unwrap(api.PUT(SUBTITLES, { params, body: { text } }));
          else await unwrap(api.DELETE(SUBTITLES, { params }));
        }
      },
      onSettled,
    }),
    setState: useMutation({
      mutationFn: ({ id, state, at: publish_at }: { id: number; state: ReelState; at?: string }) =>
        unwrap(api.PUT(STATE, { ...at(id), body: { state, publish_at } })),
      onSettled,
    }),
    create: useMutation({
      mutationFn: (upload_id: number) => unwrap(api.POST(LIST, { body: { upload_id } })),
      onSettled,
    }),
  };
}

export interface SubtitleChange {
  language: string;
  /** WebVTT. Empty: none. */
  text: string;
}

/** Uploads that are not finished, of this and of other devices. */
export const useOpenUploads = () =>
  useQuery({
    queryKey: [...ROOT, "uploads"],
    queryFn: async () => whole((await unwrap(api.GET(UPLOADS))).data) as ReelUpload[],
  });

const atUpload = (upload_id: number) => ({ params: { path: { upload_id } } });

export const beginUpload = async (name: string, bytes: number): Promise<ReelUpload> =>
  whole((await unwrap(api.POST(UPLOADS, { body: { name, bytes } }))).data) as ReelUpload;

export const readUpload = async (id: number): Promise<ReelUpload> =>
  whole((await unwrap(api.GET(UPLOAD, atUpload(id)))).data) as ReelUpload;

export const completeUpload = async (id: number): Promise<ReelUpload> =>
  whole((await unwrap(api.POST(COMPLETE, atUpload(id)))).data) as ReelUpload;

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
