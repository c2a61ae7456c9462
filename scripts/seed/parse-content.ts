import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sections, type ThemeKey, themes } from './community.ts';
import { people } from './people.ts';

export interface CommentSeed {
  by: string;
  text: string;
}
export interface ReplySeed {
  by: string;
  /** Milliseconds after the previous entry. */
  after: number;
  /** Floor of the quoted reply. */
  quotes?: number;
  likes: number;
  featured: boolean;
  deleted: boolean;
  markdown: string;
  comments: CommentSeed[];
}
export interface PollSeed {
  question: string;
  maxChoices: number;
  days: number;
  options: string[];
}
export interface ThreadSeed {
  forum: string;
  subject: string;
  by: string;
  theme: ThemeKey;
  lang: 'zh' | 'en';
  /** Milliseconds before the seed's time. */
  age: number;
  marks: Set<string>;
  views?: number;
  likes: number;
  poll?: PollSeed;
  markdown: string;
  replies: ReplySeed[];
}

const UNIT_MS = {
  m: 60e3,
  h: 3600e3,
  d: 86400e3,
  w: 7 * 86400e3,
  mo: 30 * 86400e3,
  y: 365 * 86400e3,
} as const;
const THREAD_MARKS = new Set([
  'pinned',
  'announced',
  'digest',
  'closed',
  'resolved',
  'deleted',
  'hidden',
]);
const handles = new Set(people.map((entry) => entry.handle));
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** "3d" → milliseconds. */
function parseDuration(text: string): number {
  const match = /^\+?(\d+)(mo|[mhdwy])$/.exec(text);
  if (!match) throw new Error(`not a duration: ${text}`);
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

function requirePerson(handle: string | undefined): string {
  if (!handle || !handles.has(handle)) throw new Error(`nobody is called ${handle}`);
  return handle;
}

function parsePoll(text: string, options: string[]): PollSeed {
  const match = /^(?:multiple=(\d+) )?(?:days=(\d+) )?(.+)$/.exec(text);
  if (!match || options.length < 2 || options.length > 20) throw new Error(`not a poll: ${text}`);
  return {
    question: match[3]!,
    maxChoices: Number(match[1] ?? 1),
    days: Number(match[2] ?? 30),
    options,
  };
}

function parseReply(text: string, floor: number): ReplySeed {
  const [head, ...lines] = text.split('\n');
  const words = head!.trim().split(/\s+/);
  const reply: ReplySeed = {
    by: requirePerson(words[0]),
    after: parseDuration(words[1] ?? ''),
    likes: 0,
    featured: false,
    deleted: false,
    markdown: '',
    comments: [],
  };
  for (let i = 2; i < words.length; i++) {
    const word = words[i]!;
    if (word === 're') {
      reply.quotes = Number(words[++i]);
      if (!(reply.quotes >= 1 && reply.quotes < floor))
        throw new Error(`reply ${floor} quotes ${words[i]}`);
    } else if (word.startsWith('likes=')) reply.likes = Number(word.slice(6));
    else if (word === 'featured' || word === 'deleted') reply[word] = true;
    else throw new Error(`unknown mark of a reply: ${word}`);
  }
  const body: string[] = [];
  let fenced = false;
  for (const line of lines) {
    if (line.startsWith('```')) fenced = !fenced;
    const comment = fenced ? null : /^-- (\w+)[:：]\s*(.+)$/.exec(line);
    if (comment) reply.comments.push({ by: requirePerson(comment[1]), text: comment[2]! });
    else body.push(line);
  }
  reply.markdown = body.join('\n').trim();
  if (!reply.markdown) throw new Error(`reply ${floor} is empty`);
  return reply;
}

function parseThread(text: string, forum: string, offered: readonly ThemeKey[]): ThreadSeed {
  const [first, ...replyTexts] = text.split(/^@@ /m);
  const lines = first!.split('\n');
  const subject = lines.shift()!.trim();
  const length = [...graphemes.segment(subject)].length;
  if (length < 2 || length > 30) throw new Error(`subject has ${length} characters`);
  const fields: Record<string, string> = {};
  const options: string[] = [];
  while (lines.length > 0 && lines[0]!.trim() !== '') {
    const line = lines.shift()!;
    const field = /^(\w+):\s*(.*)$/.exec(line);
    if (field) fields[field[1]!] = field[2]!.trim();
    else if (line.startsWith('- ')) options.push(line.slice(2).trim());
    else throw new Error(`neither a field nor an option: ${line}`);
  }
  const theme = fields.theme as ThemeKey;
  if (!(theme in themes) || !offered.includes(theme))
    throw new Error(`${forum} has no theme ${theme}`);
  if (fields.lang !== 'zh' && fields.lang !== 'en') throw new Error(`lang: ${fields.lang}`);
  const marks = new Set((fields.marks ?? '').split(/[\s,]+/).filter(Boolean));
  for (const mark of marks) if (!THREAD_MARKS.has(mark)) throw new Error(`unknown mark ${mark}`);
  const markdown = lines.join('\n').trim();
  if (!markdown) throw new Error('no body');
  return {
    forum,
    subject,
    theme,
    marks,
    markdown,
    by: requirePerson(fields.by),
    lang: fields.lang,
    age: parseDuration(fields.age ?? ''),
    ...(fields.views ? { views: Number(fields.views) } : {}),
    likes: Number(fields.likes ?? 0),
    ...(fields.poll ? { poll: parsePoll(fields.poll, options) } : {}),
    replies: replyTexts.map((reply, index) => parseReply(reply, index + 1)),
  };
}

/** Parses a content file. Throws with the subject of an invalid thread. */
export function parseContent(file: string): ThreadSeed[] {
  const slug = basename(file, '.md');
  const forum = sections.flatMap((section) => section.forums).find((one) => one.slug === slug);
  if (!forum) throw new Error(`${file}: no forum ${slug}`);
  const parts = readFileSync(file, 'utf8').split(/^## /m).slice(1);
  return parts.map((part) => {
    try {
      return parseThread(part, slug, forum.themes);
    } catch (error) {
      throw new Error(
        `${file}, "${part.slice(0, part.indexOf('\n'))}": ${(error as Error).message}`,
      );
    }
  });
}

export const contentFolder = join(import.meta.dirname, 'content');

export function parseAllContent(): ThreadSeed[] {
  return readdirSync(contentFolder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => parseContent(join(contentFolder, name)));
}

if (import.meta.main) {
  const files =
    process.argv.length > 2
      ? process.argv.slice(2)
      : readdirSync(contentFolder).map((name) => join(contentFolder, name));
  for (const file of files) {
    const threads = parseContent(file);
    const replies = threads.flatMap((thread) => thread.replies);
    const english = threads.filter((thread) => thread.lang === 'en').length;
    process.stdout.write(
      `${basename(file)}: ${threads.length} threads (${english} en), ${replies.length} replies, ${replies.flatMap((reply) => reply.comments).length} comments\n`,
    );
  }
}
