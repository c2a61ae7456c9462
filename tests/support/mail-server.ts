import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { Db } from '#db/client.ts';
import { deliverMail } from '#domain/delivery/mail/deliver.ts';
import { gatherMail } from '#domain/delivery/mail/gather.ts';
import { describeAct } from '#i18n/act-texts.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { type MadeThread, member, thread } from './factories.ts';
import { type TestApi, testApi } from './test-api.ts';
import { demoDatabase } from './test-database.ts';

export interface ArrivedMail extends ParsedMail {
  sender: string;
  recipients: string[];
}

export interface MailServer {
  port: number;
  arrived: ArrivedMail[];
  /** Refuses future mails with this code and text, at this command. */
  refusal: { at: 'recipient' | 'data'; code: number; text: string } | undefined;
  /** Accepts connections and never answers. */
  isSilent: boolean;
}

const toError = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code });

/** A mail server on 127.0.0.1 that stores its mails, until the end of the test file. */
export async function startMailServer(): Promise<MailServer> {
  const state: MailServer = { port: 0, arrived: [], refusal: undefined, isSilent: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(state.refusal?.at === 'recipient' ? toError(state.refusal) : undefined),
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const { isSilent } = state;
      simpleParser(stream as never).then(
        (mail) => {
          if (state.refusal) return done(toError(state.refusal));
          state.arrived.push({
            ...mail,
            sender: mailFrom ? mailFrom.address : '',
            recipients: rcptTo.map(({ address }) => address),
          });
          return isSilent || done();
        },
        (error: Error) => done(error),
      );
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  state.port = (server.server.address() as AddressInfo).port;
  atEndOfFile(() => new Promise<void>((resolve) => server.close(resolve)));
  return state;
}

/** Settings of a forum that sends its mail to this server. */
export const mailVariables = ({ port }: MailServer): Record<string, string> => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Forum <forum@mail.example>',
  MAIL_REPLY_TO: 'help@mail.example',
  MAIL_WEBHOOK_TOKEN: 'a-token-of-the-provider',
});
const mailEnv = (server: MailServer): Env =>
  readEnv({ SITE_URL: 'https://forum.example', ...mailVariables(server) });

/** A forum with the demo community that sends its mail to a server of the test's own. */
export async function startMailForum() {
  const { db, url } = await demoDatabase();
  const server = await startMailServer();
  const api = await testApi(db, mailVariables(server));
  return { db, url, server, env: mailEnv(server), api };
}

/** Gives a user a verified address; resolves with it. */
export async function setMailAddress(db: Db, id: number, language = 'zh'): Promise<string> {
  const address = `person${id}@people.example`;
  await db.execute(sql`
    update "user"
    set email = ${address}, email_checked = true, language = ${language}
    where id = ${id}`);
  return address;
}

/** Ids of unsent mails. */
async function waitingIds(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from mail where state = 'waiting' order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Sends a mail as the job does. */
export const deliver = (db: Db, env: Env, id: number): Promise<void> =>
  deliverMail({ db, env, describeAct }, id);

/** Sends all unsent mails as the jobs do; a mail to retry later is no error. */
export async function deliverQueued(db: Db, env: Env): Promise<void> {
  for (const id of await waitingIds(db)) await deliver(db, env, id).catch(() => {});
}

/** Makes pending mail due and sends it. */
export async function mailNow(db: Db, env: Env): Promise<void> {
  await db.execute(sql`update delivery_event set due_at = now()`);
  await gatherMail(db);
  await deliverQueued(db, env);
}

let replyCount = 0;
/** A user's thread with replies by another user, each with a notification. */
export async function threadWithReplies(
  db: Db,
  api: TestApi,
  author: number,
  { replies = 1, ...wishes }: { replies?: number; subject?: string } = {},
): Promise<MadeThread> {
  const made = await thread(db, { author, ...wishes });
  const by = await api.as(await member(db));
  for (let count = 0; count < replies; count++)
    await by.call('POST', '/api/v1/post', {
      thread_id: made.id,
      message: `<p>第 ${++replyCount} 条回复</p>`,
    });
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from post where thread_id = ${made.id} and floor > 0 order by floor`,
  );
  return { ...made, replies: rows.map(({ id }) => id) };
}
