import { type RefObject, useRef, useState } from 'react';
import { findUsersByPrefix } from '#client/search/find-users.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import type { MentionQuery } from '../rich/MentionList.tsx';

/** The text behind an @ before the cursor. An @ behind a Latin letter belongs to a mail address. */
const MENTION_PATTERN = /(?:^|[^\w.+-])@([^\s@]{0,20})$/u;

export interface Mentions {
  mentionQuery: MentionQuery | undefined;
  /** Reads the text before the cursor. */
  update(): void;
  close(): void;
}

/** Suggests users for an @ before the cursor of a textarea (R24). */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  onChoose: (person: UserBriefWire, from: number, to: number) => void,
): Mentions {
  const [mentionQuery, setAsking] = useState<MentionQuery>();
  const wanted = useRef('');
  const close = () => {
    wanted.current = '';
    setAsking(undefined);
  };
  async function look(): Promise<void> {
    const area = field.current;
    const at = area?.selectionEnd ?? 0;
    const query =
      area && area.selectionStart === at
        ? MENTION_PATTERN.exec(area.value.slice(0, at))?.[1]
        : undefined;
    if (query === undefined) return close();
    const mine = `${at}:${query}`;
    if (mine === wanted.current) return;
    wanted.current = mine;
    const items =
      query === '' ? [] : await findUsersByPrefix(query, { quiet: true }).catch(() => []);
    if (wanted.current !== mine) return;
    const command = (person: UserBriefWire) => {
      close();
      onChoose(person, at - query.length, at);
    };
    setAsking({ query, items, command, clientRect: () => area?.getBoundingClientRect() ?? null });
  }
  return { mentionQuery, update: () => void look(), close };
}
