import { lazy } from 'react';
import { loadModerationTexts } from '#stores/dictionary.ts';

/**
 * The reason of a moderator who changes what somebody else wrote; with its texts, which authors
 * don't need.
 */
export const LaterBecause = lazy(async () => {
  const [module] = await Promise.all([import('../ui/Because.tsx'), loadModerationTexts()]);
  return module;
});
