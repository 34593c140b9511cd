/** Copies a text to the clipboard. Rejects if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  // Browsers offer the clipboard to secure origins only. The older command serves the others.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  // Next to the focused element: a dialog keeps the focus inside.
  (focused?.parentElement ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!copied) throw new Error("The browser refused to copy.");
}
