import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '#client/core/after-paint.ts';

/**
 * A component, fetched when `wanted` after the loading state was painted. Rendered synchronously:
 * React's lazy() renders in slices, and Tiptap destroys an editor without a document after 1 ms.
 */
export function useLazyComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  wanted = true,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> } | { error: unknown }>();
  useEffect(() => {
    if (!wanted) return;
    void afterPaint()
      .then(load)
      .then(
        (module) => flushSync(() => setLoaded({ component: module.default })),
        (error: unknown) => setLoaded({ error }),
      );
  }, [load, wanted]);
  if (loaded && 'error' in loaded) throw loaded.error;
  return loaded?.component;
}
