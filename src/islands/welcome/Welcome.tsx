import { type ReactNode, useEffect, useId } from 'react';
import { closeWelcome, loadWelcome, type Welcome as WelcomeData } from '#client/account/welcome.ts';
import {
  CREDITS_PER_REPLY,
  CREDITS_PER_THREAD,
  NEWCOMER_BUDGETS,
  NEWCOMER_HOURS,
  NEWCOMER_POSTS,
} from '#contracts/limits.ts';
import { aboutPath, clientPagePath, homePath, threadPath } from '#contracts/paths.ts';
import { wireName } from '#i18n/localized.ts';
import styles from '../../styles/welcome.css?url';
import { Icon } from '../components/Icon.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

function GuideSection({
  name,
  children,
}: {
  name: 'level' | 'review' | 'threads' | 'subject';
  children: ReactNode;
}) {
  const { t } = useTexts();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t(`welcome.${name}.title`)}</h2>
      <p>{t(`welcome.${name}.text`)}</p>
      {children}
    </section>
  );
}

/** The reader's level, and the distance to the next. */
function OwnLevel({ user }: { user: WelcomeData['user'] }) {
  const { t } = useTexts();
  const { level_name, min, max } = user.levels;
  const { credits_num: credits } = user;
  const next = max + 1;
  /** The highest level ends at the wire format's largest number. */
  const isTop = next > 2 ** 31 - 1;
  const id = useId();
  return (
    <div className="own-level">
      <p id={id}>
        {t('welcome.level.yours', {
          level: `${t('common.level', { n: user.level })} ${level_name}`,
          credits,
        })}
      </p>
      {isTop ? (
        <p className="hint">{t('welcome.level.top')}</p>
      ) : (
        <>
          <progress aria-labelledby={id} value={credits - min} max={next - min} />
          <p className="hint num">{t('welcome.level.next', { count: next - credits })}</p>
        </>
      )}
    </div>
  );
}

function Levels({ user }: { user: WelcomeData['user'] }) {
  const { t } = useTexts();
  return (
    <GuideSection name="level">
      <OwnLevel user={user} />
      <ul>
        <li>{t('welcome.level.thread', { count: CREDITS_PER_THREAD })}</li>
        <li>{t('welcome.level.reply', { count: CREDITS_PER_REPLY })}</li>
      </ul>
    </GuideSection>
  );
}

function Review() {
  const { t, root } = useTexts();
  return (
    <GuideSection name="review">
      <ul>
        <li>{t('welcome.review.links', { hours: NEWCOMER_HOURS, posts: NEWCOMER_POSTS })}</li>
        <li>{t('welcome.review.words')}</li>
        <li>{t('welcome.review.captcha')}</li>
      </ul>
      <p className="hint">
        {t('welcome.review.budget', {
          threads: NEWCOMER_BUDGETS.thread.hour,
          replies: NEWCOMER_BUDGETS.reply.hour,
        })}
      </p>
      <p className="further">
        <a className="link" href={aboutPath(root, 'guidelines')}>
          {t('welcome.review.guidelines')}
        </a>
        <a className="link" href={aboutPath(root, 'guide')}>
          {t('welcome.review.guide')}
        </a>
      </p>
    </GuideSection>
  );
}

function RecommendedThreads({ threads }: { threads: WelcomeData['threads'] }) {
  const { t, lang, root } = useTexts();
  return (
    <GuideSection name="threads">
      <ul className="recommended">
        {threads.map((thread) => (
          <li key={thread.id}>
            <a className="subject" href={threadPath(root, thread.id)}>
              {thread.subject}
            </a>
            <p className="meta dots num">
              <span>{wireName(lang, thread.forum)}</span>
              <span>{t('thread.repliesCount', { count: thread.posts_cnt })}</span>
            </p>
          </li>
        ))}
      </ul>
      <a className="link" href={homePath(root, { order: 'digest' })}>
        {t('welcome.threads.more')}
      </a>
    </GuideSection>
  );
}

function SubjectExample({ hasThreads }: { hasThreads: boolean }) {
  const { t, root } = useTexts();
  return (
    <GuideSection name="subject">
      <dl>
        {(['bad', 'good'] as const).map((kind) => (
          <div key={kind} className={kind}>
            <dt>
              <Icon name={kind === 'good' ? 'check' : 'close'} />
              {t(`welcome.subject.${kind}`)}
            </dt>
            <dd>{t(`welcome.subject.${kind}Example`)}</dd>
          </div>
        ))}
      </dl>
      <a className="btn fill" href={clientPagePath(root, 'new')}>
        {t(hasThreads ? 'clientPage.new' : 'welcome.subject.action')}
      </a>
    </GuideSection>
  );
}

/** The guide for new members. Opening it disables the offer. */
export default function Welcome() {
  const query = useQuery('welcome', loadWelcome);
  // If this fails, the offer appears again.
  useEffect(() => void closeWelcome().catch(() => undefined), []);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      <Loaded query={query}>
        {({ user, threads }) => (
          <div className="guide">
            <Levels user={user} />
            <Review />
            {threads.length > 0 && <RecommendedThreads threads={threads} />}
            <SubjectExample hasThreads={user.threads_cnt > 0} />
          </div>
        )}
      </Loaded>
    </>
  );
}
