/** One page of a list with page numbers. */
export interface Page<T> {
  items: T[];
  more: boolean;
  total: number;
}

interface PageEnvelope<T> {
  data: T[];
  next?: number | null;
  total: number;
}

export const toPage = <T>({ data, next, total }: PageEnvelope<T>): Page<T> => ({
  items: data,
  more: (next ?? null) !== null,
  total,
});

/** Page parameters of an infinite query over a list with page numbers. */
export const pageParams = {
  initialPageParam: 1,
  getNextPageParam: ({ more }: { more: boolean }, _all: unknown, last: number) =>
    more ? last + 1 : undefined,
};
