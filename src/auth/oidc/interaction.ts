import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, Provider } from 'oidc-provider/lib/provider.js';
import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { parseChosenUser, renderAccountList } from './account-list.ts';
import { BUILTIN_PATH } from './builtin-config.ts';
import { addLocalPerson } from './local-people.ts';
import { getLang, renderErrorPage } from './logout.ts';

const INTERACTION_PATH = new RegExp(`^${BUILTIN_PATH}/interaction/[\\w-]+(?:\\?|$)`);
/** Bytes; the form has two fields. */
const MAX_FORM_BYTES = 4_096;

export const isInteraction = (req: IncomingMessage): boolean =>
  INTERACTION_PATH.test(req.url ?? '');

/** The form's fields; undefined if it is too large. */
async function readForm(req: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_FORM_BYTES) return undefined;
  }
  return new URLSearchParams(text);
}

/** Lists the accounts to log in as, and returns the choice to the provider. */
export async function handleInteraction(
  provider: Provider,
  { db, env }: { db: Db; env: Env },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const lang = getLang(req.headers);
  const send = (status: number, html: string) =>
    void res
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
      .end(req.method === 'HEAD' ? undefined : html);
  const details: Interaction | Error = await provider
    .interactionDetails(req, res)
    .catch((error: Error) => error);
  if (details instanceof Error) return send(400, renderErrorPage(env, lang, details.message));
  if (req.method === 'GET' || req.method === 'HEAD') {
    const searchText = new URL(req.url ?? '', env.SITE_URL).searchParams.get('q') ?? '';
    return send(200, await renderAccountList(db, env, lang, searchText));
  }
  const form = req.method === 'POST' ? await readForm(req) : undefined;
  if (!form) return send(400, renderErrorPage(env, lang, 'unexpected form'));
  if (form.has('cancel'))
    return provider.interactionFinished(req, res, {
      error: 'access_denied',
      error_description: 'the person went back',
    });
  const name = form.get('name');
  const ip = req.socket.remoteAddress ?? '';
  const user =
    name === null
      ? await parseChosenUser(db, form.get('user'))
      : await addLocalPerson(
          db,
          env,
          { name, email: form.get('email')?.trim() ?? '' },
          { ip, lang },
        );
  if (user === undefined) return send(400, renderErrorPage(env, lang, 'nobody was chosen'));
  await provider.interactionFinished(
    req,
    res,
    { login: { accountId: String(user) } },
    { mergeWithLastSubmission: false },
  );
}
