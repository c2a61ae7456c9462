import { lazy } from 'react';
import { loadModerationTexts } from '#client/core/dictionary.ts';

/**
 * The reason field of a moderator who edits another user's post. Its texts are fetched with it;
 * authors don't need them.
 */
export const LazyReasonField = lazy(async () => {
  const [module] = await Promise.all([
    import('../components/ReasonField.tsx'),
    loadModerationTexts(),
  ]);
  return module;
});
