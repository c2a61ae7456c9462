import { replyPermalink, threadPath, userPath } from '#contracts/paths.ts';
import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import { formatDay } from '#i18n/format.ts';
import { pickLang } from '#i18n/localized.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { MarkedText } from '../../components/MarkedText.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';

interface Props {
  row: ReviewRowWire;
}

/** Why a post was held, and since when if no column shows that. */
export function ReviewReason({ row }: Props) {
  const { t } = useTexts();
  return (
    <span className={`dot ${row.reason === 'captcha' ? '' : 'review'}`}>
      {t(`moderation.review.why.${row.reason || 'other'}`)}
      <span className="meta instead">
        <RelativeTime at={row.edited_at ?? row.created_at} />
      </span>
    </span>
  );
}

/** A post's text with marked words, and its context. */
export function ReviewText({ row }: Props) {
  const { t, lang, root } = useTexts();
  const [beforeSubject, behindSubject] = t(`moderation.review.kind.${row.kind}`, {
    subject: '\0',
  }).split('\0');
  const isSubjectInText = row.kind === 'thread' && row.text.startsWith(row.subject);
  return (
    <>
      <p className="clamped excerpt" lang={foreignLang(lang, row.text)}>
        <MarkedText text={row.text} matches={row.findings} />
      </p>
      {row.links.length > 0 && (
        <p className="meta">{t('moderation.review.links', { links: row.links.join(' ') })}</p>
      )}
      <p className="meta">
        <a
          href={
            row.kind === 'thread'
              ? threadPath(root, row.thread_id)
              : replyPermalink(root, row.thread_id, row.post_id)
          }
        >
          {beforeSubject}
          {behindSubject === undefined && !isSubjectInText && ' · '}
          {!isSubjectInText && <span lang={foreignLang(lang, row.subject)}>{row.subject}</span>}
          {behindSubject}
        </a>{' '}
        · {pickLang(lang, row.forum_name, row.forum_name_en)}
      </p>
    </>
  );
}

/** A post's author, and the age of the account. */
export function ReviewAuthor({ row: { author } }: Props) {
  const { t, lang, root } = useTexts();
  return (
    <>
      <a href={userPath(root, author.id)}>{author.nickname}</a>
      <p className="meta">
        {t('moderation.review.standing', {
          count: author.posts_cnt,
          day: formatDay(lang, new Date(author.created_at)),
        })}
      </p>
    </>
  );
}
