import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '#stores/client/after-paint.ts';

/**
 * A component whose file is fetched when it is `wanted` and what shows that it is coming is on the
 * screen: a touch is answered first. It is drawn in one go: React's own lazy() draws in slices, and
 * Tiptap gives up an editor that isn't on the page a millisecond after it was made.
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
