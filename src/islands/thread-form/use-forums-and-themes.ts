import { useEffect, useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { waitUntilApiUp } from '#client/core/wait-until-api-up.ts';
import { loadSections, loadThemes } from '#client/thread/forums-and-themes.ts';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';

/** Repeats a load until it succeeds; undefined for what the reader may not see. */
async function retryUntilAnswered<Result>(
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!error.isApiDown && error.code !== 'tooMany') return undefined;
      await waitUntilApiUp();
    }
  }
}

/** The forums that the reader may write in; undefined while loading. */
export function useSections(): readonly SectionWire[] | undefined {
  const [sections, setSections] = useState<readonly SectionWire[]>();
  useEffect(() => {
    let wanted = true;
    void retryUntilAnswered(loadSections).then((found) => wanted && setSections(found ?? []));
    return () => {
      wanted = false;
    };
  }, []);
  return sections;
}

/** The themes of a forum; undefined while loading. */
export function useThemes(forumId: number | undefined): readonly ThemeWire[] | undefined {
  const [known, setKnown] = useState<{ forumId: number; themes: readonly ThemeWire[] }>();
  useEffect(() => {
    if (forumId === undefined) return undefined;
    let wanted = true;
    void retryUntilAnswered(() => loadThemes(forumId)).then(
      (themes) => wanted && setKnown({ forumId, themes: themes ?? [] }),
    );
    return () => {
      wanted = false;
    };
  }, [forumId]);
  return known?.forumId === forumId ? known?.themes : undefined;
}
