import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { call } from '../core/api.ts';

let sections: Promise<SectionWire[]> | undefined;
const themes = new Map<number, Promise<ThemeWire[]>>();

/**
 * Sections with the forums that the reader may see, and so write in. Loaded once. Throws Failure.
 */
export const loadSections = (): Promise<SectionWire[]> =>
  (sections ??= call('GET /v1/forum').catch((error: unknown) => {
    sections = undefined;
    throw error;
  }));

/** The themes of a forum, with their templates. Throws Failure. */
export function loadThemes(forumId: number): Promise<ThemeWire[]> {
  const loadingThemes = themes.get(forumId);
  if (loadingThemes) return loadingThemes;
  const request = call('GET /v1/forum/theme', { query: { forum_id: forumId } }).catch(
    (error: unknown) => {
      themes.delete(forumId);
      throw error;
    },
  );
  themes.set(forumId, request);
  return request;
}
