import type { Config as Rules } from 'dompurify';
import { allowedFrameUrl, FRAME_ATTRIBUTES } from '#contracts/iframes.ts';
import { loadSiteConfig } from './site-config.ts';

/* Sanitizes users' HTML in the browser (R13): previews, and again what the server sends. */

const SANITIZER_OPTIONS: Rules & { RETURN_TRUSTED_TYPE: true } = {
  USE_PROFILES: { html: true },
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['srcdoc', 'referrerpolicy', 'data-user-id', 'data-language'],
  FORBID_TAGS: ['style', 'form', 'button', 'textarea', 'select', 'template', 'dialog'],
  FORBID_ATTR: ['style', 'id', 'name'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_TRUSTED_TYPE: true,
};

function filterFrame(frame: Element, hosts: readonly string[]): void {
  const src = frame.hasAttribute('srcdoc')
    ? undefined
    : allowedFrameUrl(frame.getAttribute('src'), hosts);
  if (!src) {
    frame.remove();
    return;
  }
  for (const { name } of [...frame.attributes]) frame.removeAttribute(name);
  for (const [name, value] of Object.entries({ src, ...FRAME_ATTRIBUTES }))
    frame.setAttribute(name, value);
}

/** Safe HTML: a string, or TrustedHTML where browsers support it. */
export type Sanitizer = (html: string) => TrustedHTML;

let loading: Promise<Sanitizer> | undefined;
let loaded: Sanitizer | undefined;

async function createSanitizer(): Promise<Sanitizer> {
  const [{ default: purify }, config] = await Promise.all([import('dompurify'), loadSiteConfig()]);
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName === 'IFRAME') filterFrame(element, config.frameHosts);
  });
  loaded = (html) => purify.sanitize(html, SANITIZER_OPTIONS);
  return loaded;
}

/** Needs the site's configuration (R6); until then no user's HTML is shown. */
export const loadSanitizer = (): Promise<Sanitizer> => (loading ??= createSanitizer());

/** The sanitizer if already loaded, for drawing synchronously. */
export const getLoadedSanitizer = (): Sanitizer | undefined => loaded;
