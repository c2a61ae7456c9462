import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Area } from '#contracts/paths.ts';
import desktopStyles from '../../../styles/preview-desktop.css?url';
import phoneStyles from '../../../styles/preview-phone.css?url';

/** The width in CSS pixels at which a preview is laid out. */
const SITE_WIDTHS: Readonly<Record<Area, number>> = { desktop: 1160, phone: 390 };
const SITE_STYLES: Readonly<Record<Area, string>> = { desktop: desktopStyles, phone: phoneStyles };

/**
 * A part of a site's page, scaled to fit. The shadow tree isolates the sites' equal class names.
 */
export function SitePreview({ area, children }: { area: Area; children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot>();
  const [zoom, setZoom] = useState(1);
  const width = SITE_WIDTHS[area];
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    setRoot(element.shadowRoot ?? element.attachShadow({ mode: 'open' }));
    const resize = () => setZoom(Math.min(1, element.clientWidth / width) || 1);
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={host}>
      {root &&
        createPortal(
          <div style={{ inlineSize: width, zoom }}>
            <link rel="stylesheet" href={SITE_STYLES[area]} />
            {children}
          </div>,
          root,
        )}
    </div>
  );
}
