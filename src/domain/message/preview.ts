import type { Db } from '#db/client.ts';
import { prepareMessage, toShare, type Writer } from './prepare.ts';
import { readWordFilter } from './read-word-filter.ts';
import { readSanitizePolicy } from './sanitize-policy.ts';
import { lookUpPictures } from './stored-pictures.ts';
import { assertAllowed } from './word-filter.ts';

/**
 * A message as published, without storing it. Throws as prepareMessage, and `verify` with words.
 */
export async function previewMessage(
  db: Db,
  siteHost: string,
  writer: Writer,
  message: string,
  outline: boolean,
): Promise<string> {
  const [policy, pictures, wordFilter] = await Promise.all([
    readSanitizePolicy(db, siteHost),
    lookUpPictures(db, message),
    readWordFilter(db),
  ]);
  const { html, listed } = await prepareMessage(message, policy, {
    outline,
    pictures,
    wordFilter,
    share: toShare(writer, 'preview'),
  });
  assertAllowed(listed);
  return html;
}
