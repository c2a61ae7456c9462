import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, Provider } from 'oidc-provider/lib/provider.js';
import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { BUILTIN_PATH } from './builtin.ts';
import { errorPage, langOf } from './logout.ts';
import { chosen, peoplePage } from './people.ts';

const PATH = new RegExp(`^${BUILTIN_PATH}/interaction/[\\w-]+(?:\\?|$)`);
/** Bytes of the form that is sent: one field. */
const LARGEST = 4_096;

export const isInteraction = (req: IncomingMessage): boolean => PATH.test(req.url ?? '');

/** The fields of a form; undefined when it is larger than ours can be. */
async function formOf(req: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) {
    text += chunk;
    if (text.length > LARGEST) return undefined;
  }
  return new URLSearchParams(text);
}

/** Shows whom one can log in as, and takes the choice back to the provider. */
export async function interaction(
  provider: Provider,
  { db, env }: { db: Db; env: Env },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const lang = langOf(req.headers);
  const send = (status: number, html: string) =>
    void res
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
      .end(req.method === 'HEAD' ? undefined : html);
  const details: Interaction | Error = await provider
    .interactionDetails(req, res)
    .catch((error: Error) => error);
  if (details instanceof Error) return send(400, errorPage(env, lang, details.message));
  if (req.method === 'GET' || req.method === 'HEAD') {
    const wanted = new URL(req.url ?? '', env.SITE_URL).searchParams.get('q') ?? '';
    return send(200, await peoplePage(db, env, lang, wanted));
  }
  const form = req.method === 'POST' ? await formOf(req) : undefined;
  if (!form) return send(400, errorPage(env, lang, 'unexpected form'));
  if (form.has('cancel'))
    return provider.interactionFinished(req, res, {
      error: 'access_denied',
      error_description: 'the person went back',
    });
  const user = await chosen(db, form.get('user'));
  if (user === undefined) return send(400, errorPage(env, lang, 'nobody was chosen'));
  await provider.interactionFinished(
    req,
    res,
    { login: { accountId: String(user) } },
    { mergeWithLastSubmission: false },
  );
}
