import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** The element of the published page. */
  at: Element;
  children: ReactNode;
}

/**
 * Renders into an element of the published page and removes its published content, within one
 * frame.
 */
export function SlotPortal({ at, children }: Props) {
  const [isCleared, setCleared] = useState(false);
  useLayoutEffect(() => {
    at.replaceChildren();
    setCleared(true);
  }, [at]);
  return isCleared ? createPortal(children, at) : null;
}
