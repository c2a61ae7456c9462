import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import type { Lang } from '#contracts/language.ts';
import { MAX_MAIL_ADDRESS } from '#contracts/mail-address.ts';
import type { Db } from '#db/client.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { toLikePattern } from '#db/like-pattern.ts';
import { statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { MEMBER_GROUP } from '../actor.ts';
import { MAX_NAME_LENGTH, mayAddPeople } from './local-people.ts';
import { renderPage } from './page-layout.ts';

const MAX_ACCOUNTS = 80;

interface AccountRow {
  id: number;
  nickname: string;
  username: string;
  groupId: number;
  group: string;
  groupEn: string;
  level: number;
  banned: boolean | null;
  moderates: string[] | null;
  moderatesEn: string[] | null;
}

const findAccounts = statement<AccountRow, { text: string; pattern: string }>(`
  select
    u.id,
    u.nickname,
    u.username,
    u.group_id as "groupId",
    g.name as "group",
    g.name_en as "groupEn",
    u.level_id as level,
    ${isBannedSql('u')} as banned,
    m.names as moderates,
    m."namesEn" as "moderatesEn"
  from "user" u
  join "group" g on g.id = u.group_id
  cross join lateral (
    select array_agg(f.name order by f.id) as names, array_agg(f.name_en order by f.id) as "namesEn"
    from forum_moderator m
    join forum f on f.id = m.forum_id
    where m.user_id = u.id
  ) m
  where u.left_at is null
    and (
      :text = ''
      or u.nickname ilike :pattern
      or u.username ilike :pattern
      or u.id::text = :text
    )
  order by u.id
  limit ${MAX_ACCOUNTS}`);

const findUserById = statement<unknown, { id: number }>(
  `select from "user" where id = :id and left_at is null`,
);

/** The user id that a form sent; undefined if there is no such user. */
export async function parseChosenUser(db: Db, text: string | null): Promise<number | undefined> {
  const id = /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
  return id !== undefined && (await findUserById(db, { id })).length > 0 ? id : undefined;
}

const TEXTS = {
  zh: {
    title: '选择一个账号登录',
    lead: '这是开发用的登录：不需要密码，只在这台机器上可用。配置 OIDC_ISSUER 之后由你的身份提供方代替。',
    search: '昵称、用户名或编号',
    find: '查找',
    all: '显示全部',
    cancel: '取消',
    count: (n: number) => (n < MAX_ACCOUNTS ? `${n} 人` : `前 ${MAX_ACCOUNTS} 人`),
    nobody: '没有找到这样的人，换个词试试。',
    moderates: (forums: string[]) => `负责${forums.join('、')}`,
    level: (n: number) => `Lv ${n}`,
    banned: '封禁中',
    name: '昵称',
    email: '邮箱（选填，不公开）',
    enter: '用这个名字继续',
    first: '输入你的名字',
    firstLead:
      '这是开发用的登录：不需要密码，只在这台机器上可用。正式开放之前，请先配置 OIDC_ISSUER。',
  },
  en: {
    title: 'Log in as',
    lead: 'This login is for development: it asks for no password and works on this machine only. With OIDC_ISSUER set, your identity provider takes its place.',
    search: 'Name, username or number',
    find: 'Find',
    all: 'Show all',
    cancel: 'Cancel',
    count: (n: number) =>
      n < MAX_ACCOUNTS ? `${n} ${n === 1 ? 'person' : 'people'}` : `the first ${MAX_ACCOUNTS}`,
    nobody: 'Nobody like that here; try another word.',
    moderates: (forums: string[]) => `moderates ${forums.join(', ')}`,
    level: (n: number) => `Lv ${n}`,
    banned: 'banned',
    name: 'Name',
    email: 'Email (optional, not public)',
    enter: 'Continue with this name',
    first: 'Enter your name',
    firstLead:
      'This login asks for no password and works on this machine only. Set OIDC_ISSUER before you open the forum to others.',
  },
} as const;

function renderAccount(row: AccountRow, lang: Lang): string {
  const t = TEXTS[lang];
  const forums = lang === 'en' ? row.moderatesEn : row.moderates;
  const facts = [
    row.groupId === MEMBER_GROUP ? '' : lang === 'en' ? row.groupEn : row.group,
    t.level(row.level),
    String(row.id),
    forums ? t.moderates(forums) : '',
  ]
    .filter(Boolean)
    .map(escapeHtml);
  const initial = escapeHtml([...row.nickname][0]?.toUpperCase() ?? '?');
  return (
    `<li><button name="user" value="${row.id}"><span class="initial h${row.id % 8}" aria-hidden="true"><b>${initial}</b></span>` +
    `<span class="who"><span class="name">${escapeHtml(row.nickname)}${row.banned ? `<small class="out">${t.banned}</small>` : ''}</span>` +
    `<span class="meta num">${facts.join(' · ')}</span></span></button></li>`
  );
}

/** Lists people to log in as, filtered by `search`. Plain forms: works without scripts. */
export async function renderAccountList(
  db: Db,
  env: Env,
  lang: Lang,
  search: string,
): Promise<string> {
  const t = TEXTS[lang];
  const canAdd = await mayAddPeople(db);
  const add = canAdd
    ? `<form method="post" class="add"><input name="name" required maxlength="${MAX_NAME_LENGTH}" autocomplete="nickname" aria-label="${t.name}" placeholder="${t.name}"><input type="email" name="email" maxlength="${MAX_MAIL_ADDRESS}" autocomplete="email" aria-label="${t.email}" placeholder="${t.email}"><button class="btn fill">${t.enter}</button></form>`
    : '';
  const text = search.trim().slice(0, 60);
  const rows = await findAccounts(db, { text, pattern: toLikePattern(text) });
  if (canAdd && rows.length === 0 && text === '') {
    const cancel = `<button class="btn" form="cancel" name="cancel" value="1">${t.cancel}</button>`;
    const body = `<p class="lead">${t.firstLead}</p>
<form method="post" id="cancel"></form>
<div class="acts first">${add.replace('</form>', `${cancel}</form>`)}</div>`;
    return renderPage({ env, lang, title: t.first, body });
  }
  const body = `<p class="lead">${canAdd ? t.firstLead : t.lead}</p>
<div class="acts">
<form role="search"><input type="search" name="q" value="${escapeAttribute(text)}" aria-label="${t.search}" placeholder="${t.search}"><button class="btn">${t.find}</button>${text ? `<a class="link" href="?">${t.all}</a>` : ''}</form>
<p class="meta num" role="status">${t.count(rows.length)}</p>
<button class="btn" form="choose" name="cancel" value="1">${t.cancel}</button>
${add}</div>
<form method="post" id="choose">
${rows.length > 0 ? `<ul class="people">${rows.map((row) => renderAccount(row, lang)).join('\n')}</ul>` : `<p class="lead">${t.nobody}</p>`}
</form>`;
  return renderPage({ env, lang, title: t.title, body });
}
