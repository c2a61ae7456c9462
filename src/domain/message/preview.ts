import type { Db } from '#db/client.ts';
import { lookUpPictures } from './pictures.ts';
import { readPolicy } from './policy.ts';
import { prepareMessage } from './prepare.ts';
import { judge, readScreen } from './screening.ts';

/**
 * What a message would be on its page, by the same way that it takes when it is sent; nothing of it
 * is stored. Throws `length`, and `verify` with the words for which it would be refused.
 */
export async function previewMessage(
  db: Db,
  siteHost: string,
  message: string,
  outline: boolean,
): Promise<string> {
  const [policy, pictures, screen] = await Promise.all([
    readPolicy(db, siteHost),
    lookUpPictures(db, message),
    readScreen(db),
  ]);
  const { html, listed } = await prepareMessage(message, policy, { outline, pictures, screen });
  judge(listed);
  return html;
}
