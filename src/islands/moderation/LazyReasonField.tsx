import { lazy } from 'react';
import { loadModerationTexts } from '#client/core/dictionary.ts';

/** The reason of a moderator's edit, fetched with its texts only for moderators. */
export const LazyReasonField = lazy(async () => {
  const [module] = await Promise.all([
    import('../components/ReasonField.tsx'),
    loadModerationTexts(),
  ]);
  return module;
});
