import type { Config as Rules } from 'dompurify';
import { allowedFrameUrl, FRAME_ATTRIBUTES } from '#contracts/iframes.ts';
import { loadSiteConfig } from './site-config.ts';

/*
 * Sanitizes users' HTML in the browser (R13): previews look as the server would store them, and
 * what the server sends is sanitized once more.
 */

const SANITIZER_OPTIONS: Rules & { RETURN_DOM: true } = {
  USE_PROFILES: { html: true },
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['srcdoc', 'referrerpolicy', 'data-user-id', 'data-language'],
  FORBID_TAGS: ['style', 'form', 'button', 'textarea', 'select', 'template', 'dialog'],
  FORBID_ATTR: ['style', 'id', 'name'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM: true,
};

function filterFrames(root: HTMLElement, hosts: readonly string[]): void {
  for (const frame of root.querySelectorAll('iframe')) {
    const src = frame.hasAttribute('srcdoc')
      ? undefined
      : allowedFrameUrl(frame.getAttribute('src'), hosts);
    if (!src) {
      frame.remove();
      continue;
    }
    for (const { name } of [...frame.attributes]) frame.removeAttribute(name);
    for (const [name, value] of Object.entries({ src, ...FRAME_ATTRIBUTES }))
      frame.setAttribute(name, value);
  }
}

export type Sanitizer = (html: string) => string;

let loading: Promise<Sanitizer> | undefined;

async function createSanitizer(): Promise<Sanitizer> {
  const [{ default: purify }, config] = await Promise.all([import('dompurify'), loadSiteConfig()]);
  return (html) => {
    const root = purify.sanitize(html, SANITIZER_OPTIONS) as HTMLElement; // RETURN_DOM: a body
    filterFrames(root, config.frameHosts);
    return root.innerHTML;
  };
}

/**
 * Resolves to the sanitizer once the site's configuration is loaded (R6); without it no user's HTML
 * is shown.
 */
export const loadSanitizer = (): Promise<Sanitizer> => (loading ??= createSanitizer());
