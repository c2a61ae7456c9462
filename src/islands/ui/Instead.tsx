import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** An element of the published page; it is back when this is gone. */
  of: HTMLElement;
  children: ReactNode;
}

/** Draws in place of an element of the published page. */
export function Instead({ of, children }: Props) {
  const [room] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    of.after(room);
    of.hidden = true;
    return () => {
      room.remove();
      of.hidden = false;
    };
  }, [of, room]);
  return createPortal(children, room);
}
