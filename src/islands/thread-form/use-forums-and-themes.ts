import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { retryUntilLoaded } from '#client/core/wait-until-api-up.ts';
import type { SectionWire, ThemeChoiceWire } from '#contracts/wire/forum.ts';
import { useQuery } from '../hooks/use-query.ts';

/** What was loaded, for the page's life. */
const loads = new Map<string, Promise<readonly unknown[]>>();

const isTemporary = (error: unknown): boolean =>
  error instanceof Failure && (error.isApiDown || error.code === 'tooMany');

/** Repeats a load until it succeeds; nothing for what the reader may not see. */
const loadUntilAnswered = <Item>(load: () => Promise<readonly Item[]>): Promise<readonly Item[]> =>
  retryUntilLoaded(load, isTemporary).catch((error: unknown) => {
    if (error instanceof Failure) return [];
    throw error;
  });

function useOnceLoaded<Item>(key: string | undefined, load: () => Promise<readonly Item[]>) {
  const loadOnce = (): Promise<readonly Item[]> => {
    const request =
      loads.get(key ?? '') ??
      load().catch((error: unknown) => {
        loads.delete(key ?? '');
        throw error;
      });
    loads.set(key ?? '', request);
    return request as Promise<readonly Item[]>;
  };
  return useQuery(key, () => loadUntilAnswered(loadOnce)).value;
}

/** The sections with the forums that the reader may write in; undefined while loading. */
export const useSections = (): readonly SectionWire[] | undefined =>
  useOnceLoaded('sections', () => call('GET /v1/forum'));

/**
 * The themes of a forum that the user may choose, with their templates, and the theme that is kept
 * although it's for moderators; undefined while loading.
 */
export const useThemes = (
  forumId: number | undefined,
  keptId?: number,
): readonly ThemeChoiceWire[] | undefined =>
  useOnceLoaded(forumId === undefined ? undefined : `themes ${forumId}`, () =>
    call('GET /v1/forum/theme', { query: { forum_id: forumId ?? 0 } }),
  )?.filter(({ id, may_choose }) => may_choose || id === keptId);
