import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  /** The element of the page into which the children are drawn. */
  in: Element;
  className: string;
  /** The child before which they are drawn; without it at the end. */
  before?: Element | null | undefined;
  as?: 'div' | 'span' | 'li';
  children: ReactNode;
}

/** Draws children into an element that belongs to another part of the page. */
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
