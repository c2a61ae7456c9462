/** Placeholders of pictures and videos in plain text, by language. */
export interface MediaWords {
  picture: string;
  video: string;
}

export const toMediaWords = (t: (key: 'media.picture' | 'media.video') => string): MediaWords => ({
  picture: t('media.picture'),
  video: t('media.video'),
});

/** Excerpts of messages without text, but with a picture or a video. */
export const WORDLESS_EXCERPTS: MediaWords = { picture: '\ufffc', video: '\ufffc\ufffc' };

/** Takes an excerpt selected by `readerExcerptSql`; adds the word for a message without text. */
export function withMediaWord(excerpt: string, words: MediaWords): string {
  if (excerpt === WORDLESS_EXCERPTS.picture) return words.picture;
  return excerpt === WORDLESS_EXCERPTS.video ? words.video : excerpt;
}
