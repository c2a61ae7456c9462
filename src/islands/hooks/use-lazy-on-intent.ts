import { type ComponentType, useState } from 'react';

interface LazyOnIntent<Props> {
  /** Undefined until `open` has fetched it. */
  Component: ComponentType<Props> | undefined;
  /** Props of the placeholder button; they fetch the file on hover or focus. */
  intentHandlers: { onPointerEnter(): void; onFocus(): void };
  /** Mounts the component. Rejects if its file can't be fetched. */
  open(): Promise<void>;
}

/** Fetches a component on intent and mounts it on a press. `load` may be called several times. */
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
