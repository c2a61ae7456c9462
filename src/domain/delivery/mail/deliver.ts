import type { MailKind } from '#contracts/mailing.ts';
import { readBrand } from '#db/brand.ts';
import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { MAIL_TESTED_STATE } from '#db/site-state-names.ts';
import { inTransaction, statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { MAIL_SEND_MS } from '#platform/limits.ts';
import { measureSlot } from '#platform/shared-slots.ts';
import { withTimeout } from '#platform/timeout.ts';
import {
  type ContentRef,
  isReachable,
  type Receiver,
  readContents,
  readReceiver,
} from '../contents.ts';
import { bareAddress, bounceAddress, cutAddress, messageId } from './addresses.ts';
import { stopMail } from './choices.ts';
import {
  type ComposeContext,
  type ComposedMail,
  composeAccount,
  composeDigest,
  composeNotices,
  type NoticesContext,
} from './compose.ts';
import { readDigest } from './digest.ts';
import { MAX_TRIES } from './gather.ts';
import { getMailSecret } from './secret.ts';
import { describeFailure, describeServer, getTransport, type SendFailure } from './transport.ts';

/*
 * Sends one email; its row decides, so a job may run late or twice. The row is `sending` during the
 * transfer; gatherMail gives up such rows of dead processes (decisions/mail-and-push.md).
 */

export interface MailContext {
  db: Db;
  env: Env;
}

interface WaitingMail {
  id: number;
  userId: number;
  kind: MailKind;
  refs: ContentRef[];
  tries: number;
}

/*
 * Begins a try, and takes events that were queued since gathering: no other mail has them. It is
 * the only counter of tries, and includes tries that end before the transfer.
 */
const beginTry = statement<WaitingMail, { id: number }>(`
  with waiting as materialized (
    select id, user_id, kind
    from mail
    where id = :id and state = 'waiting'
    for update
  ),
  late as (
    delete from delivery_event e
    using waiting
    where waiting.kind = 'notices' and e.channel = 'mail' and e.user_id = waiting.user_id
    returning e.key, e.events
  ),
  merged as (
    select
      coalesce(sum(events), 0)::int as events,
      coalesce(jsonb_agg(jsonb_build_object('key', key, 'events', events)), '[]') as refs
    from late
  )
  update mail
  set
    tries = tries + 1,
    events = mail.events + merged.events,
    refs = mail.refs || merged.refs,
    updated_at = now()
  from waiting, merged
  where mail.id = waiting.id
  returning mail.id, mail.user_id as "userId", mail.kind, mail.refs, mail.tries`);
const markSending = statement<{ id: number }, { id: number }>(`
  update mail
  set state = 'sending', updated_at = now()
  where id = :id and state = 'waiting'
  returning id`);
const markSent = statement<unknown, { id: number }>(`
  update mail
  set state = 'sent', error = '', sent_at = now(), updated_at = now()
  where id = :id`);
const markDropped = statement<unknown, { id: number }>(
  `update mail set state = 'dropped', updated_at = now() where id = :id and state = 'waiting'`,
);
const markFailed = statement<
  unknown,
  { id: number; from: 'sending' | 'waiting'; state: 'failed' | 'waiting'; error: string }
>(`
  update mail
  set state = :state, error = :error, updated_at = now()
  where id = :id and state = :from`);

const readComposeContext = async ({ db, env }: MailContext): Promise<ComposeContext> => ({
  env,
  brand: await readBrand(db, env),
  secret: await getMailSecret(db),
});

async function composeFor(
  context: NoticesContext,
  db: Db,
  receiver: Receiver,
  { kind, refs }: Pick<WaitingMail, 'kind' | 'refs'>,
): Promise<ComposedMail | undefined> {
  switch (kind) {
    case 'notices':
      return receiver.frequency === 'off'
        ? undefined
        : composeNotices(context, receiver, await readContents(db, receiver, refs));
    case 'digest':
      return receiver.digest
        ? composeDigest(context, receiver, await readDigest(db, receiver))
        : undefined;
    default:
      return composeAccount(context, receiver, kind);
  }
}

let sending = 0;
// pending emails are rows of mail
measureSlot('mail', () => ({ running: sending, waiting: 0 }));

/** Transfers an email to the mail server. Pass its errors to describeFailure. */
async function handOver(
  { env, secret }: ComposeContext,
  mailId: number,
  receiver: Receiver,
  mail: ComposedMail,
): Promise<void> {
  const transport = getTransport(env);
  if (!transport) throw new Error('no mail server is set');
  const handedOver = transport.sendMail({
    from: env.MAIL_FROM as string,
    to: { name: receiver.nickname, address: receiver.address },
    ...(env.MAIL_REPLY_TO ? { replyTo: env.MAIL_REPLY_TO } : {}),
    envelope: {
      from: bounceAddress(env, secret, mailId, receiver.address),
      to: [bareAddress(receiver.address)],
    },
    messageId: messageId(env, secret, mailId),
    ...(mail.references ? { references: mail.references, inReplyTo: mail.references } : {}),
    subject: mail.subject,
    headers: mail.headers,
    text: mail.text,
    html: mail.html,
  });
  sending++;
  // A server that answers slowly holds a connection, but no slot.
  await withTimeout(MAIL_SEND_MS, handedOver).finally(() => sending--);
}

/** Stores why an email was refused. If the address doesn't exist, all mail to it stops. */
async function recordFailure(
  { db, env }: MailContext,
  { id, userId }: Pick<WaitingMail, 'id' | 'userId'>,
  address: string,
  failure: SendFailure,
  from: 'sending' | 'waiting',
  isTriedAgain: boolean,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await markFailed(tx, {
      id,
      from,
      state: isTriedAgain ? 'waiting' : 'failed',
      error: failure.message,
    });
    if (failure.isNoAddress) await stopMail(tx, { userId, address }, 'bounce', env.TIME_ZONE);
  });
}

/** Sends an email if it is still pending. Throws the failure if the queue is to retry. */
export async function deliverMail(
  context: MailContext & Pick<NoticesContext, 'describeAct'>,
  id: number,
): Promise<void> {
  const { db, env, describeAct } = context;
  const [waiting] = await beginTry(db, { id });
  if (!waiting) return;
  let from: 'sending' | 'waiting' = 'waiting';
  let address = '';
  try {
    if (waiting.tries > MAX_TRIES) throw new Error('no try of it came to an end');
    const receiver = await readReceiver(db, waiting.userId);
    const composing = { ...(await readComposeContext(context)), describeAct };
    const mail =
      receiver && env.SMTP_URL && isReachable(receiver)
        ? await composeFor(composing, db, receiver, waiting)
        : undefined;
    if (!receiver || !mail) {
      await markDropped(db, { id });
      return;
    }
    if ((await markSending(db, { id })).length === 0) return;
    from = 'sending';
    address = receiver.address;
    await handOver(composing, id, receiver, mail);
  } catch (error) {
    const failure = describeFailure(error);
    const isUnsent = from === 'waiting' || failure.kind === 'later';
    const isTriedAgain = isUnsent && waiting.tries < MAX_TRIES;
    await recordFailure(context, waiting, address, failure, from, isTriedAgain);
    if (isTriedAgain) throw error;
    return;
  }
  await markSent(db, { id });
}

const insertTest = statement<{ id: number }, { userId: number; to: string }>(`
  insert into mail (user_id, kind, state, events, tries, refs)
  values (
    :userId, 'test', 'sending', 1, 1, jsonb_build_array(jsonb_build_object('to', :to::text))
  )
  returning id`);

/**
 * Sends an administrator's test email at once, to any address. `error` is the mail server's
 * response; '' on success, which records the server as tested.
 */
export async function sendTestMail(
  context: MailContext,
  userId: number,
  to: string,
): Promise<{ address: string; error: string }> {
  const { db, env } = context;
  const administrator = (await readReceiver(db, userId)) as Receiver;
  const receiver = { ...administrator, address: to };
  const address = cutAddress(to);
  const [made] = await insertTest(db, { userId, to: address });
  const id = made?.id as number;
  const composing = await readComposeContext(context);
  try {
    await handOver(composing, id, receiver, composeAccount(composing, receiver, 'test'));
  } catch (error) {
    const failure = describeFailure(error);
    await recordFailure(
      context,
      { id, userId },
      receiver.address,
      { ...failure, isNoAddress: false },
      'sending',
      false,
    );
    return { address, error: failure.message };
  }
  await markSent(db, { id });
  await saveSiteState(db, MAIL_TESTED_STATE, describeServer(env));
  return { address, error: '' };
}
