import { lazy } from 'react';
import { loadModerationTexts } from '#stores/client/dictionary.ts';

/**
 * The reason of a moderator who changes what somebody else wrote; with its texts, which authors
 * don't need.
 */
export const LazyReasonField = lazy(async () => {
  const [module] = await Promise.all([
    import('../components/ReasonField.tsx'),
    loadModerationTexts(),
  ]);
  return module;
});
