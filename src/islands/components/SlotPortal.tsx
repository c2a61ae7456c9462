import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** The element of the published page. */
  at: Element;
  children: ReactNode;
}

/** Renders into a published element and removes its content within the same frame. */
export function SlotPortal({ at, children }: Props) {
  const [isCleared, setCleared] = useState(false);
  useLayoutEffect(() => {
    at.replaceChildren();
    setCleared(true);
  }, [at]);
  return isCleared ? createPortal(children, at) : null;
}
