/*
 * Each open sheet is an entry of the browser's history over that of its screen, so that Back closes it and stays on the screen.
 * The router never sees these entries: it is given a window whose history leaves them out. So nothing renders, scrolls, counts
 * as a visit or asks about unsaved edits because a sheet opens or closes, and an address that changes meanwhile stays changed.
 */

/** State of an entry. The router numbers screens with `idx`; the entries of sheets have that of their screen. */
interface EntryState {
  idx?: number;
  /** Open sheets: 0 or none for the entry of a screen. */
  sheets?: number;
}

interface Entry {
  state: EntryState;
  href: string;
}

type Close = () => void;

/** The sheets that are open, the uppermost last. */
let open: Close[] = [];
/** The router's entry. */
let screen: Entry = { state: {}, href: "" };
/** A step over entries of sheets is on its way. What the router writes meanwhile waits: the step would undo it. */
let isStepping = false;
let waiting: (() => void)[] = [];
let waitingState: EntryState | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;
/** Those of routers. Without any, as in most tests, sheets have no entries. */
const listeners = new Set<EventListener>();

const stateNow = (): EntryState => history.state ?? {};
const depth = () => stateNow().sheets ?? 0;
const over = (state: EntryState, sheets: number): EntryState => (sheets > 0 ? { ...state, sheets } : state);

/** Gives an open sheet its entry, until the returned function is called. `close` is called by Back. */
export function openSheet(close: Close): () => void {
  if (listeners.size === 0) return () => {};
  open.push(close);
  settle();
  return () => {
    const at = open.indexOf(close);
    // Back, or a link to another screen, has taken the entry away.
    if (at === -1) return;
    open.splice(at, 1);
    settle();
  };
}

/** Brings entries and open sheets together, once what happens now has led to another sheet or screen. */
function settle(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    // It settles where it arrives.
    if (isStepping) return;
    const dead = depth() - open.length;
    if (dead > 0) step(-dead);
    for (let sheets = depth() + 1; sheets <= open.length; sheets += 1)
      history.pushState(over(stateNow(), sheets), "");
  });
}

function step(by: number): void {
  isStepping = true;
  history.go(by);
}

function onPopState(event: Event): void {
  const { idx, sheets = 0 } = stateNow();
  const isOwn = isStepping;
  isStepping = false;
  if (idx !== undefined && idx === screen.state.idx) {
    // Choices in a sheet may have changed the address.
    if (sheets <= open.length) history.replaceState(over(screen.state, sheets), "", screen.href);
    if (!isOwn) closeOver(sheets);
  } else if (sheets > 0) {
    // A link in a sheet over another, or to another site, has left entries behind.
    step(-sheets);
    return;
  } else {
    screen = { state: stateNow(), href: location.href };
    closeOver(0);
    for (const listener of listeners) listener(event);
  }
  settle();
  const writes = waiting;
  waiting = [];
  waitingState = null;
  for (const write of writes) write();
}

function closeOver(sheets: number): void {
  for (const close of open.splice(sheets).reverse()) close();
}

function write(isNew: boolean, state: EntryState, url?: string | URL | null): void {
  if (isStepping) {
    waiting.push(() => write(isNew, state, url));
    waitingState = state;
    return;
  }
  const sheets = depth();
  if (isNew && sheets === 0) history.pushState(state, "", url);
  else history.replaceState(isNew ? state : over(state, sheets), "", url);
  // Its sheets go with the screen.
  if (isNew) open = [];
  screen = { state, href: location.href };
}

const routerHistory = {
  get state() {
    return waitingState ?? history.state;
  },
  pushState: (state: EntryState, _: string, url?: string | URL | null) => write(true, state, url),
  replaceState: (state: EntryState, _: string, url?: string | URL | null) => write(false, state, url),
  go(by: number): void {
    if (isStepping) {
      waiting.push(() => routerHistory.go(by));
      return;
    }
    if (by < 0) {
      clearTimeout(settling);
      open = [];
    }
    // Nothing is ahead of an open sheet.
    history.go(by < 0 ? by - depth() : by);
  },
};

/** Takes the router's listener for `popstate`, which is to hear of screens only. */
function listen(listener: EventListener): void {
  if (listeners.size === 0) {
    const { sheets: _, ...state } = stateNow();
    screen = { state, href: location.href };
    window.addEventListener("popstate", onPopState);
    // A reload has closed the sheets.
    settle();
  }
  listeners.add(listener);
}

function unlisten(listener: EventListener): void {
  listeners.delete(listener);
  if (listeners.size > 0) return;
  window.removeEventListener("popstate", onPopState);
  clearTimeout(settling);
  open = [];
  isStepping = false;
  waiting = [];
  waitingState = null;
}

const replaced = new Map<PropertyKey, unknown>([
  ["history", routerHistory],
  [
    "addEventListener",
    (type: string, listener: EventListener) =>
      type === "popstate" ? listen(listener) : window.addEventListener(type, listener),
  ],
  [
    "removeEventListener",
    (type: string, listener: EventListener) =>
      type === "popstate" ? unlisten(listener) : window.removeEventListener(type, listener),
  ],
]);

/** Window for the router of the app. */
export const routerWindow = () =>
  new Proxy(window, { get: (target, name) => replaced.get(name) ?? Reflect.get(target, name) });
