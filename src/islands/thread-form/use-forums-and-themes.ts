import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { retryUntilLoaded } from '#client/core/wait-until-api-up.ts';
import type { SectionWire, ThemeChoiceWire } from '#contracts/wire/forum.ts';
import { useQuery } from '../hooks/use-query.ts';

/** Cached for the lifetime of the page. */
const loads = new Map<string, Promise<readonly unknown[]>>();

const isTemporary = (error: unknown): boolean =>
  error instanceof Failure && (error.isApiDown || error.code === 'tooMany');

/** Repeats a load until it succeeds; [] if it is refused. */
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

/** The sections with forums in which the reader may post; undefined while loading. */
export const useSections = (): readonly SectionWire[] | undefined =>
  useOnceLoaded('sections', () => call('GET /v1/forum'));

/** The themes that the user may choose, and the one with `currentId`; undefined while loading. */
export const useThemes = (
  forumId: number | undefined,
  currentId?: number,
): readonly ThemeChoiceWire[] | undefined =>
  useOnceLoaded(forumId === undefined ? undefined : `themes ${forumId}`, () =>
    call('GET /v1/forum/theme', { query: { forum_id: forumId ?? 0 } }),
  )?.filter(({ id, may_choose }) => may_choose || id === currentId);
