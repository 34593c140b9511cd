// A direct chat of strangers that its recipient has not accepted.

import type { ChatDetail } from "./wire";

type Request = ChatDetail["request"];

/** The request after a message: an answer of the recipient accepts it, any other uses up one of those allowed. */
export function afterMessage(request: Request, sender: number): Request {
  if (request === null || sender === request.to) return null;
  return { ...request, left: Math.max(0, request.left - 1) };
}
