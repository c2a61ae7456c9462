import { useTexts } from '../ui/text.ts';

interface Props {
  question: string;
  options: readonly string[];
  maxChoices: number;
}

/** A poll that can't be voted in here: before it is published, and beside a thread that is changed. */
export function PollPreview({ question, options, maxChoices }: Props) {
  const { t } = useTexts();
  return (
    <section className="poll-preview" aria-label={t('writing.poll.title')}>
      {question && <h3>{question}</h3>}
      <p className="meta">{maxChoices > 1 ? t('poll.multiple', { count: maxChoices }) : t('poll.single')}</p>
      <ul>
        {options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
    </section>
  );
}
