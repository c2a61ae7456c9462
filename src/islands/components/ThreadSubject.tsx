import type { ThreadMarks } from '#contracts/page-model.ts';
import { threadPath } from '#contracts/paths.ts';
import { splitLastWord } from '#i18n/text-segments.ts';
import type { IconName } from '#styles/icons.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { foreignThreadLang } from './foreign-lang.ts';
import type { ListedThread } from './listed-thread.ts';
import { NamedIcon } from './NamedIcon.tsx';

const MARK_ICONS = {
  resolved: 'resolved',
  digest: 'star',
  poll: 'chart',
  image: 'image',
  closed: 'lock',
} as const satisfies Partial<Record<keyof ThreadMarks, IconName>>;
const MARKS = Object.keys(MARK_ICONS) as (keyof typeof MARK_ICONS)[];

interface Props {
  thread: Pick<ListedThread, 'id' | 'subject' | 'language' | 'marks' | 'ownWithheldReason'>;
}

/** The subject, as a link if the thread's page is public. Marks stay on the last word's line. */
export function ThreadSubject({ thread }: Props) {
  const { t, lang, root } = useTexts();
  const [start, last] = splitLastWord(thread.subject);
  const Element = thread.ownWithheldReason ? 'span' : 'a';
  return (
    <Element
      className="subject"
      href={thread.ownWithheldReason ? undefined : threadPath(root, thread.id)}
      lang={foreignThreadLang(lang, thread.language)}
    >
      {start}
      <span className="keep">
        {last}
        {MARKS.filter((mark) => thread.marks[mark]).map((mark) => (
          <NamedIcon
            key={mark}
            name={MARK_ICONS[mark]}
            label={t(`marks.${mark}`)}
            className={`mk ${mark}`}
          />
        ))}
      </span>
    </Element>
  );
}
