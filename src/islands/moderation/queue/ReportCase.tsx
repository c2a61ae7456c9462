import { useId, useState } from 'react';
import { loadReportCase } from '#client/moderation/queue.ts';
import { replyPermalink, threadPath, userPath } from '#contracts/paths.ts';
import type { ReportCaseDetailWire } from '#contracts/wire/admin-moderation.ts';
import { formatNumber } from '#i18n/format.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { UserHtml } from '../../components/UserHtml.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { BanState } from './BanState.tsx';
import { CaseDecision } from './CaseDecision.tsx';
import { useQueueArea } from './queue-area.ts';
import { UserNotes } from './UserNotes.tsx';

interface Props {
  id: number;
  /** Opens the next or previous row. */
  onStep(by: number): void;
  onChanged(): void;
  onDone(): void;
}

/** Reporters shown before "more". */
const REPORTERS_SHOWN = 2;

function Reporters({ reporters }: Pick<ReportCaseDetailWire, 'reporters'>) {
  const { t, lang, root } = useTexts();
  const [all, setAll] = useState(false);
  const shown = all ? reporters : reporters.slice(0, REPORTERS_SHOWN);
  return (
    <section className="part">
      <h3>{t('moderation.reports.reporters')}</h3>
      <ul className="reporters">
        {shown.map((one) => (
          <li key={one.id}>
            <Avatar person={one} size={24} />
            <div>
              <p lang={one.message ? foreignLang(lang, one.message) : undefined}>
                {one.message || <span className="meta">{t('moderation.reports.noWords')}</span>}
              </p>
              <p className="meta">
                <a href={userPath(root, one.id)}>{one.nickname}</a>
                {t('moderation.reports.comma')}
                {t(`moderation.reportKind.${one.kind as 'other'}`)}
                {t('moderation.reports.comma')}
                <RelativeTime at={one.created_at} />
                {one.handled > 0 &&
                  t('moderation.reports.record', { upheld: one.upheld, count: one.handled })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < reporters.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('moderation.reports.more', { count: reporters.length - shown.length })}
        </button>
      )}
    </section>
  );
}

function AuthorHistory({ author }: Pick<ReportCaseDetailWire, 'author'>) {
  const { t, lang } = useTexts();
  const counts = [
    ['posts', author.posts],
    ['upheld', author.upheld],
    ['warnings', author.warnings],
    ['bans', author.bans],
  ] as const;
  return (
    <section className="part">
      <h3>{t('moderation.reports.history')}</h3>
      <dl className="facts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`moderation.reports.fact.${name}`)}</dt>
            <dd className="num">{formatNumber(lang, count)}</dd>
          </div>
        ))}
      </dl>
      <UserNotes userId={author.id} />
    </section>
  );
}

/** A reported post: its context, reporters and author, and the decisions. */
export function ReportCase({ id, onStep, onChanged, onDone }: Props) {
  const { t, lang, root } = useTexts();
  const { calls } = useQueueArea();
  const heading = useId();
  const { value, failure, reload, update } = useQuery(`case ${id}`, () =>
    loadReportCase(calls, id),
  );
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!value) return <Skeleton rows={4} />;
  const { author, item, storey, thread_id, post_id, subject, post_state, answers } = value;
  const isWithheld = post_state !== 'normal';
  const href =
    storey === 0 ? threadPath(root, thread_id) : replyPermalink(root, thread_id, post_id);
  return (
    <article className="case">
      {/* Scroll containers must be focusable. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
      <section className="record" tabIndex={0} aria-labelledby={heading}>
        <h2 id={heading}>
          {t('moderation.reports.title', {
            kind: t(`moderation.reportKind.${value.kinds[0]?.kind as 'other'}`),
            count: value.reports,
          })}
        </h2>
        <p className="meta">
          {t(`moderation.reports.where.${item}`, { floor: storey })}{' '}
          {isWithheld || item === 'letter' ? (
            <span lang={foreignLang(lang, subject)}>{subject}</span>
          ) : (
            <a
              className="link"
              href={href}
              lang={foreignLang(lang, subject)}
              target="_blank"
              rel="noreferrer"
            >
              {subject}
            </a>
          )}
        </p>
        {answers && (
          <p className="answered meta">
            {answers.storey === 0
              ? t('moderation.reports.answersThread', { name: answers.author })
              : t('moderation.reports.answersReply', {
                  name: answers.author,
                  floor: answers.storey,
                })}{' '}
            <span lang={foreignLang(lang, answers.excerpt)}>{answers.excerpt}</span>
          </p>
        )}
        <div className="reported">
          <header>
            <Avatar person={author} size={24} />
            <a className="name" translate="no" href={userPath(root, author.id)}>
              <b>{author.nickname}</b>
            </a>
            <span className="meta">{t('moderation.reports.level', { level: author.level })}</span>
            <BanState until={author.banned_until} zone={value.time_zone} />
            <span className="meta end">
              <RelativeTime at={value.posted_at} />
              {value.edited_at && t('moderation.reports.edited')}
            </span>
          </header>
          {/* Scroll containers must be focusable. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
          <section tabIndex={0} aria-label={t('moderation.reports.text')}>
            <UserHtml html={value.message} />
          </section>
          {isWithheld && (
            <p className="dot failed">{t(`moderation.why.${post_state as 'deleted'}`)}</p>
          )}
        </div>
        <AuthorHistory author={author} />
        <Reporters reporters={value.reporters} />
      </section>
      <CaseDecision
        reportCase={value}
        onLoaded={(seen) => update(() => seen)}
        again={() => reload(true)}
        onStep={onStep}
        onChanged={onChanged}
        onDone={onDone}
      />
    </article>
  );
}
