/**
 * The policies by which a text may become HTML or the address of a script: the content security
 * policy names them, and browsers refuse any other text (scripts/deploy/nginx.conf has the same).
 */
export const TRUSTED_TYPES_POLICIES = [
  'dompurify', // DOMPurify's own: what the sanitizer has made safe (client/core/sanitize.ts)
  'inert-html', // documents that are shown nowhere (client/core/trusted-types.ts)
  'outbox-worker', // one address, of the worker that sends later (client/outbox/keep-in-outbox.ts)
  'phone-worker', // one address, of the worker that reads offline (views/phone/infinite-scroll.ts)
  'push-worker', // one address, of the worker that shows push messages (client/account/push.ts)
  'ProseMirrorClipboard', // the editor's own, for what is pasted: a document shown nowhere
  'shrink-worker', // one address (client/composer/shrink-picture.ts)
] as const;
