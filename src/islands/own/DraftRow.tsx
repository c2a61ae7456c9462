import { useEffect, useRef, useState } from 'react';
import { type Root, roomPath, threadPath } from '#contracts/paths.ts';
import type { DraftEntry } from '#stores/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';

interface Props {
  entry: DraftEntry;
  gone: boolean;
  onRemove(): void;
  onUndo(): void;
}

/** Characters of a draft that its row shows. */
const GLIMPSE = 160;

type Kind = 'thread' | 'reply' | 'edit';
const kindOf = ({ place }: DraftEntry): Kind =>
  place.threadId === 0 ? 'thread' : place.postId === 0 ? 'reply' : 'edit';

/** Where a draft is gone on with. */
function wayTo(root: Root, { id, place }: DraftEntry, kind: Kind): string {
  const draft = id ? { draft: id } : undefined;
  if (kind === 'thread') return roomPath(root, 'new', draft);
  if (kind === 'edit') return roomPath(root, 'edit', { id: place.threadId });
  return `${threadPath(root, place.threadId)}${draft ? `?draft=${draft.draft}` : ''}#compose`;
}

/** A document of its own, in which nothing is loaded or run. */
const textOf = (html: string): string =>
  (
    new DOMParser().parseFromString(
      html.replace(/<\/(p|li|h\d|pre|blockquote)>/g, '$& '),
      'text/html',
    ).body.textContent ?? ''
  )
    .trim()
    .replace(/\s+/gu, ' ')
    .slice(0, GLIMPSE);

/**
 * One draft: what it is, its beginning, and what can be done with it. Throwing it away is asked
 * once, and can be undone.
 */
export function DraftRow({ entry, gone, onRemove, onUndo }: Props) {
  const { t, root } = useTexts();
  const [asking, setAsking] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const kind = kindOf(entry);
  const title = entry.content.subject?.trim() || entry.threadSubject || t('writing.noSubject');
  const text = textOf(entry.content.html);
  const moved = useRef(false);

  // The control that was used is gone: the keyboard goes to the one in its place.
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    row.current?.querySelector<HTMLElement>(gone ? '.undo' : asking ? '.sure' : '.remove')?.focus();
  });
  const step = (work: () => void) => () => {
    moved.current = true;
    work();
  };

  if (gone) {
    return (
      <li ref={row} className="gone">
        <p className="meta grow" role="status">
          {t('draft.list.removed', { title })}
        </p>
        <Button
          className="undo"
          onClick={step(() => {
            setAsking(false);
            onUndo();
          })}
        >
          <Icon name="undo" />
          {t('draft.list.undo')}
        </Button>
      </li>
    );
  }
  return (
    <li ref={row}>
      <div className="grow">
        <p className="meta dots">
          <span>{t(`draft.list.kind.${kind}`)}</span>
          <span>
            <Time at={new Date(entry.at).toISOString()} />
          </span>
          {entry.id === 0 && <span>{t('draft.list.onlyHere')}</span>}
        </p>
        <h2>
          <a href={wayTo(root, entry, kind)}>{title}</a>
        </h2>
        {text && <p className="glimpse">{text}</p>}
      </div>
      {asking ? (
        <p className="asking">
          <span>{t('draft.list.ask')}</span>
          <Button
            className="sure"
            onClick={() => {
              moved.current = true;
              onRemove();
            }}
          >
            {t('draft.list.remove')}
          </Button>
          <Button onClick={step(() => setAsking(false))}>{t('common.cancel')}</Button>
        </p>
      ) : (
        <p className="asking">
          <a
            className="btn"
            href={wayTo(root, entry, kind)}
            aria-label={t('draft.list.continueOf', { title })}
          >
            {t('draft.list.continue')}
          </a>
          <button
            className="remove"
            type="button"
            aria-label={t('draft.list.removeOf', { title })}
            title={t('draft.list.remove')}
            onClick={step(() => setAsking(true))}
          >
            <Icon name="trash" />
          </button>
        </p>
      )}
    </li>
  );
}
