import { htmlLang, langOf } from '#contracts/language.ts';
import type { ThreadRow } from '#contracts/page-model.ts';
import { type Root, threadPath } from '#contracts/paths.ts';
import { splitLastWord } from '#i18n/text-segments.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { ThreadFlags } from './ThreadFlags.tsx';

interface Props extends Pick<TextsValue, 'lang' | 't'> {
  thread: Pick<ThreadRow, 'id' | 'subject' | 'language' | 'marks'>;
  /** Where links lead; the desktop's pages unless told. */
  root?: Root;
}

export function SubjectLink({ thread, lang, root = lang, t }: Props) {
  const written = langOf(thread.language);
  // Marks stay on the line of the last word.
  const [start, last] = splitLastWord(thread.subject);
  return (
    <a
      className="subject"
      href={threadPath(root, thread.id)}
      lang={written === lang ? undefined : htmlLang(written)}
    >
      {start}
      <span className="keep">
        {last}
        <ThreadFlags marks={thread.marks} t={t} />
      </span>
    </a>
  );
}
