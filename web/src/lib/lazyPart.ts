import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { isReached, untilReachable } from "./reachable";

/**
 * Part of a screen in a chunk of its own: a sheet, a panel, a badge. Without a connection its place stays as it is, and the
 * part comes by itself when the server can be reached again. A chunk that the server does not have is an error of the screen.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadWhenReachable(load) }));
}

/** Loads a module, again when the server can be reached. Fails if the server is reached and the module is not. */
export async function loadWhenReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      // The network may have come back meanwhile.
      if (await isReached()) return load();
      await untilReachable();
    }
  }
}
