import { useEffect, useRef, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { waitUntilApiUp } from '#client/core/wait-until-api-up.ts';
import {
  type DraftEntry,
  deleteDraft,
  listDrafts,
  restoreDraft,
} from '#client/drafts/draft-list.ts';
import { closeGaps } from '#contracts/close-gaps.ts';
import { toMediaWords } from '#contracts/media-words.ts';
import { clientPagePath, type Root, threadPath } from '#contracts/paths.ts';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { Time } from '../components/Time.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  entry: DraftEntry;
  isDeleted: boolean;
  onRemove(): void;
  onUndo(): void;
}

/** Characters of a draft in its row. */
const EXCERPT_CHARACTERS = 160;

type Kind = 'thread' | 'reply' | 'edit';
const draftKind = ({ target }: DraftEntry): Kind =>
  target.threadId === 0 ? 'thread' : target.postId === 0 ? 'reply' : 'edit';

/** The address that continues a draft. */
function draftHref(root: Root, { id, target }: DraftEntry, kind: Kind): string {
  const draft = id ? { draft: id } : undefined;
  if (kind === 'thread') return clientPagePath(root, 'new', draft);
  if (kind === 'edit') return clientPagePath(root, 'edit', { id: target.threadId });
  return `${threadPath(root, target.threadId)}${draft ? `?draft=${draft.draft}` : ''}#compose`;
}

/** A draft with its target and excerpt. A deletion is confirmed and can be undone. */
function DraftRow({ entry, isDeleted, onRemove, onUndo }: Props) {
  const { t, lang, root } = useTexts();
  const [isConfirming, setConfirming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const kind = draftKind(entry);
  const title = entry.content.subject?.trim() || entry.threadSubject || t('writing.noSubject');
  const text = closeGaps(htmlExcerpt(entry.content.html, EXCERPT_CHARACTERS, toMediaWords(t)));
  const shouldMoveFocus = useRef(false);

  // The used control is unmounted: the focus moves to its replacement.
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
          <Time at={new Date(entry.at).toISOString()} />
          {entry.stored?.record.outbox ? (
            <span>{t('draft.list.queued')}</span>
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
          <IconButton
            icon="trash"
            className="remove"
            label={t('draft.list.removeOf', { title })}
            title={t('draft.list.remove')}
            onClick={withFocus(() => setConfirming(true))}
          />
        </p>
      )}
    </li>
  );
}

interface ListedDraft {
  entry: DraftEntry;
  /** Just deleted; can be restored. */
  isDeleted: boolean;
}

/** The user's drafts of all devices (R27). */
export default function MyDrafts() {
  const { t, root } = useTexts();
  const [userId] = useState(() => $account.get()?.id ?? 0);
  const { value, reload, update } = useQuery('drafts', async () => {
    const { entries, failure } = await listDrafts(userId);
    const list: ListedDraft[] = entries.map((entry) => ({ entry, isDeleted: false }));
    return { list, failure };
  });
  const busyKeys = useRef(new Set<string>());
  useEffect(() => {
    if (value?.failure?.isApiDown) void waitUntilApiUp().then(() => reload(true));
  }, [value?.failure, reload]);

  const replaceDraft = (key: string, next: ListedDraft) =>
    update(({ list, failure }) => ({
      list: list.map((draft) => (draft.entry.key === key ? next : draft)),
      failure,
    }));

  /** One action at a time for each draft. A failure leaves the row unchanged. */
  async function runOnce(key: string, work: () => Promise<void>): Promise<void> {
    if (busyKeys.current.has(key)) return;
    busyKeys.current.add(key);
    try {
      await work();
    } catch (error) {
      showErrorToast(error);
    } finally {
      busyKeys.current.delete(key);
    }
  }

  const remove = (entry: DraftEntry) =>
    void runOnce(entry.key, async () => {
      const whole = await deleteDraft(userId, entry);
      replaceDraft(entry.key, { entry: whole, isDeleted: true });
    });
  const undo = (entry: DraftEntry) =>
    void runOnce(entry.key, async () => {
      const back = await restoreDraft(userId, entry);
      replaceDraft(entry.key, { entry: { ...back, key: entry.key }, isDeleted: false });
    });

  if (!value) return <Skeleton />;
  const { list, failure } = value;
  if (failure && list.length === 0) return <LoadError failure={failure} onRetry={reload} />;
  return (
    <div className="drafts">
      {failure && (
        <p className="paused" role="status">
          <Icon name="warn" />
          {t('draft.list.unreachable')}
        </p>
      )}
      {list.length === 0 ? (
        <EmptyState art="drafts" of="draft.list.empty">
          <a className="btn" href={clientPagePath(root, 'new')}>
            {t('clientPage.new')}
          </a>
        </EmptyState>
      ) : (
        <ul>
          {list.map(({ entry, isDeleted }) => (
            <DraftRow
              key={entry.key}
              entry={entry}
              isDeleted={isDeleted}
              onRemove={() => remove(entry)}
              onUndo={() => undo(entry)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
