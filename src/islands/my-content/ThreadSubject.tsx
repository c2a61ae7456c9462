import { htmlLang } from '#contracts/language.ts';
import { threadPath } from '#contracts/paths.ts';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';
import { splitLastWord } from '#i18n/text-segments.ts';
import type { IconName } from '#styles/icons.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { NamedIcon } from './NamedIcon.tsx';

const MARK_ICONS = {
  resolved: 'resolved',
  digest: 'star',
  poll: 'chart',
  image: 'image',
  closed: 'lock',
} as const satisfies Record<string, IconName>;

const readMarks = ({
  attrs,
  is_digest,
  is_poll,
  images_num,
  isclosed,
}: ThreadListItemWire): Record<keyof typeof MARK_ICONS, boolean> => ({
  resolved: attrs.some(({ name }) => name === 'Resolved'),
  digest: is_digest === 1,
  poll: is_poll === 1,
  image: images_num > 0,
  closed: isclosed === 1,
});

/**
 * The subject, without a link while the thread's page isn't shown. Marks stay on the line of its
 * last word.
 */
export function ThreadSubject({ thread }: { thread: ThreadListItemWire }) {
  const { t, lang, root } = useTexts();
  const shown = thread.state === 0 && thread.checked === 1;
  const marks = readMarks(thread);
  const written = thread.Language === 'en_US' ? 'en' : 'zh';
  const [start, last] = splitLastWord(thread.subject);
  const text = (
    <>
      {start}
      <span className="keep">
        {last}
        {(Object.keys(MARK_ICONS) as (keyof typeof MARK_ICONS)[]).map(
          (mark) =>
            marks[mark] && (
              <NamedIcon
                key={mark}
                name={MARK_ICONS[mark]}
                label={t(`marks.${mark}`)}
                className={`mk ${mark}`}
              />
            ),
        )}
      </span>
    </>
  );
  const language = written === lang ? undefined : htmlLang(written);
  return shown ? (
    <a className="subject" href={threadPath(root, thread.id)} lang={language}>
      {text}
    </a>
  ) : (
    <span className="subject" lang={language}>
      {text}
    </span>
  );
}
