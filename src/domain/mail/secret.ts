import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/*
 * The secret behind the addresses in letters. It is in the database, because all hosts of a forum
 * must know the same one, and because letters of years ago still end what they are about.
 */

const SECRET_STATE = 'mail.secret';
const selectSecret = statement<{ secret: string }>(
  `select value #>> '{}' as secret from site_state where name = '${SECRET_STATE}'`,
);
const insertSecret = statement<unknown, { secret: string }>(`
  insert into site_state (name, value)
  values ('${SECRET_STATE}', to_jsonb(:secret::text))
  on conflict (name) do nothing`);

const secrets = new WeakMap<Db, Promise<string>>();

async function readOrCreate(db: Db): Promise<string> {
  const [found] = await selectSecret(db);
  if (found) return found.secret;
  await insertSecret(db, { secret: randomBytes(32).toString('base64url') });
  return (await selectSecret(db))[0]?.secret as string;
}

/** The secret, made when it is needed for the first time. */
export function getMailSecret(db: Db): Promise<string> {
  const known = secrets.get(db);
  if (known) return known;
  const reading = readOrCreate(db);
  secrets.set(db, reading);
  reading.catch(() => secrets.delete(db));
  return reading;
}

/** 128 bits in hexadecimal: the local part of an address may come back in other letters. */
const SIGNATURE_CHARACTERS = 32;

/** What proves that we wrote `text`; signatures of one purpose aren't those of another. */
export const signText = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret)
    .update(`${purpose}\0${text}`)
    .digest('hex')
    .slice(0, SIGNATURE_CHARACTERS);

export function isSignatureOf(
  secret: string,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const expected = Buffer.from(signText(secret, purpose, text));
  const given = Buffer.from(signature.toLowerCase());
  return expected.length === given.length && timingSafeEqual(expected, given);
}
