import { useState } from 'react';
import { replyPermalink, threadPath, userPath } from '#contracts/paths.ts';
import type { ReportCaseDetailWire } from '#contracts/wire/admin-moderation.ts';
import { formatNumber } from '#i18n/format.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { UserHtml } from '../../components/UserHtml.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { useBanTime } from '../hooks/use-ban-time.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { CaseDecision } from './CaseDecision.tsx';

interface Props {
  id: number;
  /** Goes to the next or previous row. */
  onStep(by: number): void;
  /** Called when the case has changed. */
  onChanged(): void;
  onDone(): void;
}

/** Reporters that are shown before "more". */
const REPORTERS_SHOWN = 2;

function Reporters({ reporters }: Pick<ReportCaseDetailWire, 'reporters'>) {
  const { t, lang } = useTexts();
  const [all, setAll] = useState(false);
  const shown = all ? reporters : reporters.slice(0, REPORTERS_SHOWN);
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
                <RelativeTime at={one.created_at} />
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

/** Whether the author is banned now. */
function BanState({ until }: { until: string | null }) {
  const { t } = useTexts();
  const formatTime = useBanTime();
  if (!until) return null;
  return (
    <p className="dot failed">
      {until === 'infinity'
        ? t('admin.reports.bannedForGood')
        : t('admin.reports.bannedUntil', { time: formatTime(until) })}
    </p>
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
      <h3>{t('admin.reports.history')}</h3>
      <dl className="facts">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`admin.reports.fact.${name}`)}</dt>
            <dd className="num">{formatNumber(lang, count)}</dd>
          </div>
        ))}
      </dl>
      <BanState until={author.banned_until} />
    </section>
  );
}

/** A reported post: its place, its reporters, its author, and the decisions. */
export function ReportCase({ id, onStep, onChanged, onDone }: Props) {
  const { t, lang } = useTexts();
  const { value, failure, reload, setValue } = usePolledQuery('GET /v2/admin/reports/{id}', {
    params: { id },
  });
  if (!value) return <LoadingOrError failure={failure} onRetry={reload} rows={4} />;
  const { author, storey, thread_id, post_id, subject, post_state, answers } = value;
  const isWithheld = post_state !== 'normal';
  const href =
    storey === 0 ? threadPath(lang, thread_id) : replyPermalink(lang, thread_id, post_id);
  return (
    <article className="case">
      {/* Scroll containers must be focusable. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
      <section className="record" tabIndex={0} aria-label={t('admin.reports.detail')}>
        <h2>
          {t('admin.reports.title', {
            kind: t(`admin.dashboard.kind.${value.kinds[0]?.kind as 'other'}`),
            count: value.reports,
          })}
        </h2>
        <p className="meta">
          {storey === 0 ? t('admin.reports.thread') : t('admin.reports.floor', { floor: storey })}{' '}
          {isWithheld ? (
            subject
          ) : (
            <a className="link" href={href} target="_blank" rel="noreferrer">
              {subject}
            </a>
          )}
        </p>
        {answers && (
          <p className="context meta">
            {answers.storey === 0
              ? t('admin.reports.answersThread', { name: answers.author })
              : t('admin.reports.answersReply', {
                  name: answers.author,
                  floor: answers.storey,
                })}{' '}
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
              <RelativeTime at={value.posted_at} />
              {value.edited_at && t('admin.reports.edited')}
            </span>
          </header>
          {/* Scroll containers must be focusable. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
          <section tabIndex={0} aria-label={t('admin.reports.text')}>
            <UserHtml html={value.message} />
          </section>
          {isWithheld && (
            <p className="dot failed">{t(`admin.threads.state.${post_state as 'deleted'}`)}</p>
          )}
        </div>
        <AuthorHistory author={author} />
        <Reporters reporters={value.reporters} />
      </section>
      <CaseDecision
        reportCase={value}
        onLoaded={setValue}
        again={reload}
        onStep={onStep}
        onChanged={onChanged}
        onDone={onDone}
      />
    </article>
  );
}
