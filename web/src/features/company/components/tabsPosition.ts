/** Element of the tabs, which stay in view at the top. */
export const TABS_ID = "company-tabs";

/** Returns the distance of the tabs' own place from the place where they stick. Negative while they stick. */
function distance(bar: HTMLElement): number {
  const before = bar.previousElementSibling;
  const stuck = Number.parseFloat(getComputedStyle(bar).insetBlockStart) || 0;
  const own = before ? before.getBoundingClientRect().bottom : bar.getBoundingClientRect().top;
  return own - stuck;
}

/** Scrolls so that a panel starts below the tabs. `always` also scrolls down to tabs that do not stick yet. */
export function scrollToTabs({ always = false } = {}): void {
  const bar = document.getElementById(TABS_ID);
  if (!bar) return;
  const top = distance(bar);
  if (always || top < 0) window.scrollBy({ top });
}
