import { useEffect, useRef, useState } from 'react';
import type { DraftEntry } from '#client/drafts/draft-list.ts';
import { closeGaps } from '#contracts/close-gaps.ts';
import { clientPagePath, type Root, threadPath } from '#contracts/paths.ts';
import { Button } from '../components/Button.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { Icon } from '../components/Icon.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  entry: DraftEntry;
  isDeleted: boolean;
  onRemove(): void;
  onUndo(): void;
}

/** Characters of a draft that its row shows. */
const EXCERPT_CHARACTERS = 160;

type Kind = 'thread' | 'reply' | 'edit';
const draftKind = ({ target }: DraftEntry): Kind =>
  target.threadId === 0 ? 'thread' : target.postId === 0 ? 'reply' : 'edit';

/** The address at which a draft is continued. */
function draftHref(root: Root, { id, target }: DraftEntry, kind: Kind): string {
  const draft = id ? { draft: id } : undefined;
  if (kind === 'thread') return clientPagePath(root, 'new', draft);
  if (kind === 'edit') return clientPagePath(root, 'edit', { id: target.threadId });
  return `${threadPath(root, target.threadId)}${draft ? `?draft=${draft.draft}` : ''}#compose`;
}

/**
 * A draft: its target, its beginning, and buttons. Deleting asks for confirmation and can be
 * undone.
 */
export function DraftRow({ entry, isDeleted, onRemove, onUndo }: Props) {
  const { t, lang, root } = useTexts();
  const [isConfirming, setConfirming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const kind = draftKind(entry);
  const title = entry.content.subject?.trim() || entry.threadSubject || t('writing.noSubject');
  const text = closeGaps(htmlExcerpt(entry.content.html, EXCERPT_CHARACTERS));
  const shouldMoveFocus = useRef(false);

  // The control that was used is unmounted: the focus moves to its replacement.
  useEffect(() => {
    if (!shouldMoveFocus.current) return;
    shouldMoveFocus.current = false;
    row.current
      ?.querySelector<HTMLElement>(isDeleted ? '.undo' : isConfirming ? '.sure' : '.remove')
      ?.focus();
  });
  const withFocus = (work: () => void) => () => {
    shouldMoveFocus.current = true;
    work();
  };

  if (isDeleted) {
    return (
      <li ref={row} className="deleted">
        <p className="meta grow" role="status">
          {t('draft.list.removed', { title })}
        </p>
        <Button
          className="undo"
          onClick={withFocus(() => {
            setConfirming(false);
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
          {entry.stored?.record.outbox ? (
            <span>{t('draft.list.waits')}</span>
          ) : (
            entry.id === 0 && <span>{t('draft.list.onlyHere')}</span>
          )}
        </p>
        <h2 lang={foreignLang(lang, title)}>
          <a href={draftHref(root, entry, kind)}>{title}</a>
        </h2>
        {text && (
          <p className="glimpse" lang={foreignLang(lang, text)}>
            {text}
          </p>
        )}
      </div>
      {isConfirming ? (
        <p className="asking">
          <span>{t('draft.list.ask')}</span>
          <Button
            className="sure"
            onClick={() => {
              shouldMoveFocus.current = true;
              onRemove();
            }}
          >
            {t('draft.list.remove')}
          </Button>
          <Button onClick={withFocus(() => setConfirming(false))}>{t('common.cancel')}</Button>
        </p>
      ) : (
        <p className="asking">
          <a
            className="btn"
            href={draftHref(root, entry, kind)}
            aria-label={t('draft.list.continueOf', { title })}
          >
            {t('draft.list.continue')}
          </a>
          <button
            className="remove"
            type="button"
            aria-label={t('draft.list.removeOf', { title })}
            title={t('draft.list.remove')}
            onClick={withFocus(() => setConfirming(true))}
          >
            <Icon name="trash" />
          </button>
        </p>
      )}
    </li>
  );
}
