/** Direction in which the page is read. */
export const readingDirection = (): "ltr" | "rtl" => (document.documentElement.dir === "rtl" ? "rtl" : "ltr");

/** 1 where lines run to the right, -1 where they run to the left. Turns arrow keys and horizontal distances. */
export const inlineSign = (): 1 | -1 => (readingDirection() === "rtl" ? -1 : 1);
