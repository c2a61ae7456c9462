import type { MediaWords } from '#contracts/media-words.ts';
import type { TFunction } from './translation-key.ts';

/** The words for pictures and videos in plain texts, in the language of `t`. */
export const mediaWords = (t: TFunction): MediaWords => ({
  picture: t('media.picture'),
  video: t('media.video'),
});
