/** Words that stand for pictures and videos in plain text, in a reader's language. */
export interface MediaWords {
  picture: string;
  video: string;
}

/** The words in the language of `t`, which translates. */
export const toMediaWords = (t: (key: 'media.picture' | 'media.video') => string): MediaWords => ({
  picture: t('media.picture'),
  video: t('media.video'),
});

/** Excerpts of messages that have no words, but a picture or a video. */
export const WORDLESS_EXCERPTS: MediaWords = { picture: '\ufffc', video: '\ufffc\ufffc' };

/** An excerpt as `readerExcerptSql` selects it, with the word for a message without words. */
export function withMediaWord(excerpt: string, words: MediaWords): string {
  if (excerpt === WORDLESS_EXCERPTS.picture) return words.picture;
  return excerpt === WORDLESS_EXCERPTS.video ? words.video : excerpt;
}
