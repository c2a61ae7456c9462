import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** The published element, shown again on unmount. */
  element: HTMLElement;
  children: ReactNode;
}

/** Renders in place of an element of the published page. */
export function ReplacePortal({ element, children }: Props) {
  const [host] = useState(() => {
    const made = document.createElement('div');
    made.style.display = 'contents'; // it may replace a part of a line
    return made;
  });
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
