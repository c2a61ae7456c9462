import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  in: Element;
  className: string;
  /** The following sibling; omitted: at the end. */
  before?: Element | null | undefined;
  as?: 'div' | 'span' | 'li';
  children: ReactNode;
}

/** Renders children into an element that another part of the page owns. */
export function AppendPortal({
  in: parent,
  className,
  before = null,
  as = 'div',
  children,
}: Props) {
  const [host] = useState(() => document.createElement(as));
  // later it may be the host itself
  const [next] = useState(before);
  useLayoutEffect(() => {
    host.className = className;
    parent.insertBefore(host, next?.parentNode === parent ? next : null);
    return () => host.remove();
  }, [host, className, parent, next]);
  return createPortal(children, host);
}
