/**
 * Fetches the chunk with the moderators' dialogs. Menus call it when they open, so that the dialog
 * of an item appears without a wait.
 */
export const loadDialogs = () => import('./ModerationDialogs.tsx');
