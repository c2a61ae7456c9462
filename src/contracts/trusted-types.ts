/** The content security policy allows only these; scripts/deploy/nginx.conf has the same list. */
export const TRUSTED_TYPES_POLICIES = [
  'dompurify', // DOMPurify's own: sanitized HTML (client/core/sanitize.ts)
  'inert-html', // documents that are never shown (client/core/trusted-types.ts)
  'outbox-worker', // only the outbox worker's address (client/outbox/store-in-outbox.ts)
  'phone-worker', // only the offline worker's address (views/phone/infinite-scroll.ts)
  'push-worker', // only the push worker's address (client/account/push.ts)
  'ProseMirrorClipboard', // the editor's own, for pasted HTML in a document that is never shown
  'shrink-worker', // one address (client/composer/shrink-picture.ts)
] as const;
