import { type ComponentType, lazy, Suspense, useReducer } from "react";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { ErrorBoundary } from "./ErrorBoundary";

/** A screen in its own chunk. One that failed to arrive, or to render, says so in its place and can be tried again. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const make = () => lazy(() => load().then((screen) => ({ default: screen })));
  let current = make();
  return function LazyScreen(props: Props) {
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    const Screen = current;
    return (
      <ErrorBoundary
        key={attempt}
        onRetry={() => {
          // Some browsers remember that a module failed: the second time only a fresh page helps.
          if (attempt > 0) return window.location.reload();
          current = make();
          retry();
        }}
      >
        <Suspense fallback={<ScreenSkeleton />}>
          <Screen {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
