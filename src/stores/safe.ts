import type { Config as Rules } from 'dompurify';
import { allowedFrame, FRAME_ATTRIBUTES } from '#contracts/frames.ts';
import { loadConfig } from './config.ts';

/*
 * What users wrote, made safe in the browser (R13): before it is sent it is shown as the server
 * would keep it, and what the server gives is looked at once more.
 */

const RULES: Rules & { RETURN_DOM: true } = {
  USE_PROFILES: { html: true },
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['srcdoc', 'referrerpolicy', 'data-user-id', 'data-language'],
  FORBID_TAGS: ['style', 'form', 'button', 'textarea', 'select', 'template', 'dialog'],
  FORBID_ATTR: ['style', 'id', 'name'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM: true,
};

function judgeFrames(root: HTMLElement, hosts: readonly string[]): void {
  for (const frame of root.querySelectorAll('iframe')) {
    const src = frame.hasAttribute('srcdoc')
      ? undefined
      : allowedFrame(frame.getAttribute('src'), hosts);
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

async function load(): Promise<Sanitizer> {
  const [{ default: purify }, config] = await Promise.all([import('dompurify'), loadConfig()]);
  return (html) => {
    const root = purify.sanitize(html, RULES) as HTMLElement; // RETURN_DOM: a body
    judgeFrames(root, config.frameHosts);
    return root.innerHTML;
  };
}

/**
 * Gives the sanitizer once the configuration is there (R6); without it nobody can show what users
 * wrote.
 */
export const loadSanitizer = (): Promise<Sanitizer> => (loading ??= load());
