import { instantOf } from "../../catalogue/model/zonedInstant";
import type { News, NewsForm } from "../api";
import type { PictureValue } from "./storeForm";

export const TITLE_MAX = 120;
export const TEXT_MAX = 4000;

/** Fields of the form. `published` is a local time of the company, empty for now. */
export interface NewsValues extends Record<string, unknown> {
  title: string;
  text: string;
  picture: PictureValue | null;
  published: string;
}

/** Local time of an instant in a zone, as a date-time field takes it. */
export function localTime(instant: string, zone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const part = Object.fromEntries(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  );
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}

export const newsValues = (news: News | null, zone: string): NewsValues => ({
  title: news?.title ?? "",
  text: news?.text ?? "",
  picture: news?.picture ?? null,
  published: news ? localTime(news.published_at, zone) : "",
});

/** Returns the changed fields. */
export function newsBody(before: NewsValues, after: NewsValues, zone: string): NewsForm {
  return {
    ...(before.title !== after.title && { title: after.title }),
    ...(before.text !== after.text && { text: after.text }),
    ...(before.picture?.id !== after.picture?.id && { picture_id: after.picture?.id ?? null }),
    ...(after.published &&
      before.published !== after.published && { published_at: instantOf(after.published, zone) }),
  };
}

const isWithin = (text: string, max: number): boolean => text.trim() !== "" && [...text.trim()].length <= max;

export const newsProblems = ({ title, text }: NewsValues): Record<string, "newsTitle" | "newsText"> => ({
  ...(!isWithin(title, TITLE_MAX) && { title: "newsTitle" as const }),
  ...(!isWithin(text, TEXT_MAX) && { text: "newsText" as const }),
});
