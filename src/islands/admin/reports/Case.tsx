import { useState } from 'react';
import { replyPath, threadPath, userPath } from '#contracts/paths.ts';
import type { CaseDetailWire } from '#contracts/wire/admin-moderation.ts';
import { formatMoment, formatNumber } from '#i18n/format.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useTexts } from '../../ui/text.ts';
import { UserHtml } from '../../ui/UserHtml.tsx';
import { useLooked } from '../ui/looked.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { When } from '../ui/When.tsx';
import { Decide } from './Decide.tsx';

interface Props {
  id: number;
  /** To the next row or the one before. */
  onStep(by: number): void;
  /** Something of it is different. */
  onChanged(): void;
  onDone(): void;
}

/** Reporters that are shown at first. */
const FIRST = 2;

function Reporters({ reporters }: Pick<CaseDetailWire, 'reporters'>) {
  const { t, lang } = useTexts();
  const [all, setAll] = useState(false);
  const shown = all ? reporters : reporters.slice(0, FIRST);
  return (
    <section className="part">
      <h3>{t('admin.reports.reporters')}</h3>
      <ul className="said-by">
        {shown.map((one) => (
          <li key={one.id}>
            <Avatar person={one} size={24} />
            <div>
              <p>{one.message || <span className="meta">{t('admin.reports.noWords')}</span>}</p>
              <p className="meta">
                <a href={userPath(lang, one.id)}>{one.nickname}</a>
                {t('admin.reports.comma')}
                {t(`admin.dashboard.kind.${one.kind as 'other'}`)}
                {t('admin.reports.comma')}
                <When at={one.created_at} />
                {one.handled > 0 &&
                  t('admin.reports.record', { upheld: one.upheld, count: one.handled })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < reporters.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('admin.reports.more', { count: reporters.length - shown.length })}
        </button>
      )}
    </section>
  );
}

function History({ author }: Pick<CaseDetailWire, 'author'>) {
  const { t, lang } = useTexts();
  const facts = [
    ['posts', author.posts],
    ['upheld', author.upheld],
    ['warnings', author.warnings],
    ['bans', author.bans],
  ] as const;
  return (
    <section className="part">
      <h3>{t('admin.reports.history')}</h3>
      <dl className="facts">
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`admin.reports.fact.${name}`)}</dt>
            <dd className="num">{formatNumber(lang, count)}</dd>
          </div>
        ))}
      </dl>
      {author.banned_until && (
        <p className="dot failed">
          {author.banned_until === 'infinity'
            ? t('admin.reports.bannedForGood')
            : t('admin.reports.bannedUntil', {
                time: formatMoment(lang, new Date(author.banned_until)),
              })}
        </p>
      )}
    </section>
  );
}

/**
 * One reported post: where it stands, who reported it, what is known of its author, and what can be
 * done.
 */
export function Case({ id, onStep, onChanged, onDone }: Props) {
  const { t, lang } = useTexts();
  const { seen, failure, again, set } = useLooked<CaseDetailWire>(`/v2/admin/reports/${id}`);
  if (!seen) return <Waiting failure={failure} again={again} rows={4} />;
  const { author, storey, thread_id, post_id, subject, post_state, answers } = seen;
  const withdrawn = post_state !== 'normal';
  const place = storey === 0 ? threadPath(lang, thread_id) : replyPath(lang, thread_id, post_id);
  return (
    <article className="case">
      <h2>
        {t('admin.reports.title', {
          kind: t(`admin.dashboard.kind.${seen.kinds[0]?.kind as 'other'}`),
          count: seen.reports,
        })}
      </h2>
      <p className="meta">
        {storey === 0 ? t('admin.reports.thread') : t('admin.reports.floor', { floor: storey })}{' '}
        {withdrawn ? (
          subject
        ) : (
          <a className="link" href={place} target="_blank" rel="noreferrer">
            {subject}
          </a>
        )}
      </p>
      {answers && (
        <p className="context meta">
          {answers.storey === 0
            ? t('admin.reports.answersThread', { name: answers.author })
            : t('admin.reports.answersReply', { name: answers.author, floor: answers.storey })}{' '}
          {answers.excerpt}
        </p>
      )}
      <div className="reported">
        <header>
          <Avatar person={author} size={24} />
          <a className="name" href={userPath(lang, author.id)}>
            <b>{author.nickname}</b>
          </a>
          <span className="meta">{t('admin.reports.level', { level: author.level })}</span>
          <span className="meta end">
            <When at={seen.posted_at} />
            {seen.edited_at && t('admin.reports.edited')}
          </span>
        </header>
        {/* What scrolls must be reachable by the keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
        <section tabIndex={0} aria-label={t('admin.reports.text')}>
          <UserHtml html={seen.message} />
        </section>
        {withdrawn && (
          <p className="dot failed">{t(`admin.threads.state.${post_state as 'deleted'}`)}</p>
        )}
      </div>
      <Reporters reporters={seen.reporters} />
      <History author={author} />
      <Decide
        seen={seen}
        onSeen={set}
        again={again}
        onStep={onStep}
        onChanged={onChanged}
        onDone={onDone}
      />
    </article>
  );
}
