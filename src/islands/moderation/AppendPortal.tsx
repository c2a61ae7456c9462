import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** An element of the page; what is drawn stands in it. */
  in: Element;
  className: string;
  /** Before this child of it, instead of at its end. */
  before?: Element | null | undefined;
  as?: 'div' | 'span' | 'li';
  children: ReactNode;
}

/** Draws beside what stands in an element that isn't of moderators. */
export function AppendPortal({
  in: parent,
  className,
  before = null,
  as = 'div',
  children,
}: Props) {
  const [host] = useState(() => document.createElement(as));
  useLayoutEffect(() => {
    host.className = className;
    parent.insertBefore(host, before?.parentNode === parent ? before : null);
    return () => host.remove();
  }, [host, className, parent, before]);
  return createPortal(children, host);
}
