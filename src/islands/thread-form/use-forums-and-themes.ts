import { Failure } from '#client/core/failure.ts';
import { waitUntilApiUp } from '#client/core/wait-until-api-up.ts';
import { loadSections, loadThemes } from '#client/thread/forums-and-themes.ts';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { useQuery } from '../hooks/use-query.ts';

/** Repeats a load until it succeeds; nothing for what the reader may not see. */
async function retryUntilAnswered<Item>(
  load: () => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!error.isApiDown && error.code !== 'tooMany') return [];
      await waitUntilApiUp();
    }
  }
}

/** The forums that the reader may write in; undefined while loading. */
export const useSections = (): readonly SectionWire[] | undefined =>
  useQuery('sections', () => retryUntilAnswered(loadSections)).value;

/** The themes of a forum; undefined while loading. */
export const useThemes = (forumId: number | undefined): readonly ThemeWire[] | undefined =>
  useQuery(forumId === undefined ? undefined : `themes ${forumId}`, () =>
    retryUntilAnswered(() => loadThemes(forumId ?? 0)),
  ).value;
