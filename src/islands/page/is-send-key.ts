/** Ctrl+Enter, or Cmd+Enter on a Mac. */
export const isSendKey = (event: { key: string; ctrlKey: boolean; metaKey: boolean }): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey);
