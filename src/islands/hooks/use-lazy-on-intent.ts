import { type ComponentType, useState } from 'react';

interface LazyOnIntent<Props> {
  /** Undefined until `open` has fetched it. */
  Component: ComponentType<Props> | undefined;
  /** For the button that stands in its place: fetches when a pointer or the focus comes near. */
  intentHandlers: { onPointerEnter(): void; onFocus(): void };
  /** Has the component drawn. Rejects when its file can't be fetched. */
  open(): Promise<void>;
}

/**
 * A component whose file is fetched when somebody reaches for its button, and drawn when they press
 * it. `load` is called for each intent: imports answer the second call themselves.
 */
export function useLazyOnIntent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyOnIntent<Props> {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const prefetch = () => void load().catch(() => undefined);
  return {
    Component,
    intentHandlers: { onPointerEnter: prefetch, onFocus: prefetch },
    open: async () => {
      const component = await load();
      setComponent(() => component);
    },
  };
}
