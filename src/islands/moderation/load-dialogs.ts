/** Fetches the moderators' dialogs. Menus call it on opening, so that dialogs open at once. */
export const loadDialogs = () => import('./ModerationDialogs.tsx');
