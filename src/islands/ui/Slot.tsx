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
export function Slot({ at, children }: Props) {
  const [free, setFree] = useState(false);
  useLayoutEffect(() => {
    at.replaceChildren();
    setFree(true);
  }, [at]);
  return free ? createPortal(children, at) : null;
}
