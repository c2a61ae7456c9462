import { useEffect, useState } from 'react';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { Failure } from '#stores/failure.ts';
import { loadSections, loadThemes } from '#stores/forums.ts';
import { recovery } from '#stores/recovery.ts';

/** Asks until there is an answer; what isn't there, or isn't for the reader, is undefined. */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!error.away && error.code !== 'tooMany') return undefined;
      await recovery();
    }
  }
}

/** The forums that the reader may write in; undefined until they are known. */
export function useSections(): readonly SectionWire[] | undefined {
  const [sections, setSections] = useState<readonly SectionWire[]>();
  useEffect(() => {
    let wanted = true;
    void persistently(loadSections).then((found) => wanted && setSections(found ?? []));
    return () => {
      wanted = false;
    };
  }, []);
  return sections;
}

/** The kinds of thread of a forum; undefined until they are known. */
export function useThemes(forumId: number | undefined): readonly ThemeWire[] | undefined {
  const [known, setKnown] = useState<{ forumId: number; themes: readonly ThemeWire[] }>();
  useEffect(() => {
    if (forumId === undefined) return undefined;
    let wanted = true;
    void persistently(() => loadThemes(forumId)).then(
      (themes) => wanted && setKnown({ forumId, themes: themes ?? [] }),
    );
    return () => {
      wanted = false;
    };
  }, [forumId]);
  return known?.forumId === forumId ? known?.themes : undefined;
}
