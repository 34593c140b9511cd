/**
 * Option of a small change that the page shows before the server confirms it. The browser sends the request to its end
 * if the page goes away. Browsers limit such requests, by number and size: it is not for forms, texts and files.
 */
export const KEEP_ALIVE = { keepalive: true } as const;
