import type { AuthorCard } from '#contracts/page-model.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

export function UserTags({ tags }: { tags: AuthorCard['tags'] }) {
  const { lang } = useTexts();
  // A tag without a language is for readers of both.
  const shown = tags.filter(
    (tag) => !tag.language || tag.language === 'all' || tag.language.startsWith(lang),
  );
  return (
    shown.length > 0 && (
      <p className="tags">
        {shown.map((tag) => (
          <span key={tag.text} className="chip">
            {tag.text}
          </span>
        ))}
      </p>
    )
  );
}
