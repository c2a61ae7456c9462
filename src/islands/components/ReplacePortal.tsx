import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** An element of the published page; it is back when this is gone. */
  element: HTMLElement;
  children: ReactNode;
}

/** Draws in place of an element of the published page. */
export function ReplacePortal({ element, children }: Props) {
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    element.after(host);
    element.hidden = true;
    return () => {
      host.remove();
      element.hidden = false;
    };
  }, [element, host]);
  return createPortal(children, host);
}
