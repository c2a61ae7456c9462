import { type ComponentType, useState } from 'react';

interface LazyOnIntent<Props> {
  /** The component; undefined until `open` has fetched it. */
  Component: ComponentType<Props> | undefined;
  /**
   * Props of the button in its place: they fetch the file when a pointer or the focus comes near.
   */
  intentHandlers: { onPointerEnter(): void; onFocus(): void };
  /** Mounts the component. Rejects when its file can't be fetched. */
  open(): Promise<void>;
}

/**
 * A component whose file is fetched on intent and mounted when its button is pressed. `load` is
 * called for each intent; a second import is answered from memory.
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
