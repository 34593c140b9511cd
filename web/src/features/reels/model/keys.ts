export type ReelCommand = "next" | "previous" | "like" | "sound" | "comments" | "pause" | "captions";

const KEYS: Readonly<Record<string, ReelCommand>> = {
  ArrowDown: "next",
  PageDown: "next",
  j: "next",
  ArrowUp: "previous",
  PageUp: "previous",
  k: "previous",
  l: "like",
  m: "sound",
  c: "comments",
  s: "captions",
  " ": "pause",
};

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * Returns the command of a key. Null with a modifier, in a field and in a dialog; a button keeps its space bar. Letters act in
 * the stage only: speech input types them anywhere.
 */
export function commandOf(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  target: Element | null,
  stage: Element | null,
): ReelCommand | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (target?.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]")) return null;
  if (/^\S$/.test(key) && !stage?.contains(target)) return null;
  const command = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
  if (command === "pause" && target?.closest("button, a")) return null;
  return command;
}
