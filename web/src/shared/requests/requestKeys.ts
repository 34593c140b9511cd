import { ulid } from "@/live/ulid";

/**
 * Idempotency keys of the requests of a form. A repeat keeps its key, so that the server answers with the first one
 * when its response was lost. Other content is another request: the server refuses it with the same key.
 */
export class RequestKeys {
  readonly #known = new Map<string, string>();

  of(values: readonly unknown[], files: readonly File[] = []): string {
    const content = JSON.stringify([
      values,
      files.map(({ name, size, type, lastModified }) => [name, size, type, lastModified]),
    ]);
    const key = this.#known.get(content) ?? ulid();
    this.#known.set(content, key);
    return key;
  }

  /** Forgets the keys: the same content is a new request from now on. */
  clear(): void {
    this.#known.clear();
  }
}
