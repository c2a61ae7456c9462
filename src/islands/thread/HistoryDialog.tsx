import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { loadSanitizer } from '#client/core/sanitize.ts';
import { $moderatesForum } from '#client/thread/resolve.ts';
import {
  $historyPostId,
  loadRevision,
  loadRevisions,
  removeRevision,
} from '#client/thread/revisions.ts';
import type { RevisionTextWire, RevisionWire } from '#contracts/wire/revision.ts';
import { Button } from '../components/Button.tsx';
import { Radio } from '../components/Choices.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { Time } from '../components/Time.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { type DiffPiece, diffWords, htmlToLines } from './revision-diff.ts';

const closeHistory = (): void => $historyPostId.set(undefined);

/** A version as subject and text; empty until it is sanitized (R6). */
async function revisionToLines(version: RevisionTextWire): Promise<string> {
  const sanitize = await loadSanitizer();
  return [version.subject, htmlToLines(String(sanitize(version.message)))]
    .filter(Boolean)
    .join('\n');
}

interface RevisionChange {
  pieces: DiffPiece[];
  /** One of the two versions can't be loaded. */
  removed: boolean;
}

/** The changes since the previous version. Throws Failure. */
async function loadChange(
  postId: number,
  version: RevisionWire,
  before: RevisionWire | undefined,
): Promise<RevisionChange> {
  const [now, was] = await Promise.all([
    loadRevision(postId, version.id),
    before && loadRevision(postId, before.id),
  ]);
  if (now.removed) return { pieces: [], removed: true };
  const text = await revisionToLines(now);
  // without a previous version, the whole text is shown
  if (!was || was.removed) return { pieces: [{ text, kind: 'same' }], removed: was !== undefined };
  return { pieces: diffWords(await revisionToLines(was), text), removed: false };
}

const DIFF_TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

function RevisionDiff({
  postId,
  version,
  before,
}: {
  postId: number;
  version: RevisionWire;
  before: RevisionWire | undefined;
}) {
  const { t } = useTexts();
  const {
    value: change,
    failure,
    reload,
  } = useQuery(`difference ${version.id} ${version.removed}`, () =>
    loadChange(postId, version, before),
  );
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!change) return <p className="meta">{t('common.loading')}</p>;
  const same = change.pieces.every(({ kind }) => kind === 'same');
  return (
    <>
      {change.removed && <p className="meta">{t('history.removed')}</p>}
      {before && same && !change.removed && <p className="meta">{t('history.marksOnly')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach scroll areas */}
      <section className="difference" tabIndex={0} aria-label={t('history.difference')}>
        {change.pieces.map(({ text, kind }, index) => {
          const Tag = DIFF_TAGS[kind];
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never move
          return <Tag key={index}>{text}</Tag>;
        })}
      </section>
    </>
  );
}

/** The versions of a post with their differences (R24). */
export default function HistoryDialog({ postId }: { postId: number }) {
  const { t } = useTexts();
  const moderates = useStore($moderatesForum);
  const {
    value: versions,
    failure,
    reload,
    update,
  } = useQuery(`revisions ${postId}`, () => loadRevisions(postId));
  const [chosen, setChosen] = useState(0);
  const [removing, setRemoving] = useState(false);
  const version = versions?.[chosen];

  async function remove(): Promise<void> {
    if (!version) return;
    await removeRevision(postId, version.id);
    update((all) => all.map((one) => (one.id === version.id ? { ...one, removed: true } : one)));
  }

  return (
    <Dialog wide title={t('history.title')} text={t('history.text')} onClose={closeHistory}>
      {failure && <LoadError failure={failure} onRetry={reload} />}
      {!versions && !failure && <p className="meta">{t('common.loading')}</p>}
      {versions?.length === 0 && <p>{t('history.none')}</p>}
      {version && (
        <div className="history">
          <fieldset className="choices">
            <legend className="vh">{t('history.versions')}</legend>
            {versions.map((one, index) => (
              <Radio
                key={one.id}
                name="version"
                checked={index === chosen}
                onChoose={() => setChosen(index)}
              >
                <span>
                  <Time at={one.created_at} /> <span className="meta">{one.nickname}</span>
                  {index === 0 && <span className="meta">{t('history.current')}</span>}
                  {index === versions.length - 1 && (
                    <span className="meta">{t('history.first')}</span>
                  )}
                  {one.removed && <span className="meta">{t('history.versionRemoved')}</span>}
                </span>
              </Radio>
            ))}
          </fieldset>
          <div>
            <RevisionDiff postId={postId} version={version} before={versions[chosen + 1]} />
            {moderates && version.id > 0 && !version.removed && (
              <Button className="danger" onClick={() => setRemoving(true)}>
                {t('history.remove')}
              </Button>
            )}
          </div>
        </div>
      )}
      {removing && (
        <ConfirmDialog
          title={t('history.remove')}
          text={t('history.removeText')}
          action={t('thread.delete')}
          onSubmit={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Dialog>
  );
}
