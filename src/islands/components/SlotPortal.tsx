import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** An element of the published page. */
  at: Element;
  children: ReactNode;
}

/**
 * Draws into an element of the published page, in place of what was printed there, within the same
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
