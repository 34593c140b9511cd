import { type ComponentType, lazy, type ReactNode, Suspense, useReducer, useState } from "react";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { ErrorBoundary } from "./ErrorBoundary";

export interface LazyScreen<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the chunk, so that the screen opens without a skeleton, which React shows for a third of a second at least. */
  preload: () => Promise<void>;
}

/** A screen in its own chunk. One that failed to arrive, or to render, says so in its place and can be tried again. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | undefined;
  const make = (): ComponentType<Props> =>
    lazy(async () => {
      loaded = await load();
      return { default: loaded };
    });
  let current = make();
  function Screen(props: Props) {
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    // Another component would lose the state of the screen.
    const [Content, setContent] = useState(() => loaded ?? current);
    return (
      <ErrorBoundary
        key={attempt}
        onRetry={() => {
          // Some browsers remember that a module failed: the second time only a fresh page helps.
          if (attempt > 0) return window.location.reload();
          current = make();
          setContent(() => current);
          retry();
        }}
      >
        <Suspense fallback={<ScreenSkeleton />}>
          <Content {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  const preload = async () => {
    loaded = await load();
  };
  return Object.assign(Screen, { preload });
}
