import type { Lang } from '#contracts/language.ts';

/* Texts of the measured tables: not in the dictionaries, which every member's browser loads. */

interface FaultsNote {
  day: string;
  version: string;
}
interface SpeedNote extends FaultsNote {
  cores: string;
  gigabytes: string;
  threads: string;
  posts: string;
}

const zh = {
  faults: '故障与损失',
  faultsNote: ({ day, version }: FaultsNote) =>
    [
      `${day}实测，版本 ${version}。最后一列必须是 0，包括：丢失或重复的帖子、编辑和图片，`,
      '删除后又出现的内容，与数据库不一致的页面，读者遇到的错误，以及任何需要人工处理的情况。',
    ].join(''),
  fault: '故障',
  acknowledged: '已保存的写入',
  reads: '读取的页面',
  recoveredAfter: '恢复用时',
  wrong: '丢失或出错',
  seconds: (n: string) => `${n} 秒`,
  sum: '合计',
  machines: '三台机器',
  machinesNote: ({ day, version }: FaultsNote) =>
    [
      `${day}实测，版本 ${version}。社区运行在三台机器上，成员每秒发十条回复，读者不停地阅读，再逐一让机器或其部件失效。`,
      '最后一列必须是 0，包括：丢失或重复的回复，一分钟后仍有误的页面，读者遇到的错误，以及任何需要人工处理的情况。',
    ].join(''),
  longestGap: '最长无法保存',
  longestToFile: '最迟进入页面',
  longestToEvent: '最迟实时通知',
  speed: '速度',
  speedNote: ({ day, version, cores, gigabytes, threads, posts }: SpeedNote) =>
    [
      `${day}实测，版本 ${version}，${cores} 核处理器、${gigabytes} GB 内存，社区中有 `,
      `${threads} 个主题、${posts} 个帖子。p50 表示一半请求不超过的时间，p99 表示百分之九十九的请求不超过的时间。`,
    ].join(''),
  figure: '指标',
  measured: '实测',
};

const en: typeof zh = {
  faults: 'Faults and losses',
  faultsNote: ({ day, version }: FaultsNote) =>
    [
      `Measured on ${day} with version ${version}. The last column must be 0: posts, edits `,
      'or pictures that were lost or duplicated, deleted ones that came back, pages that ',
      'differ from the database, readers’ errors, and anything that needed manual work.',
    ].join(''),
  fault: 'Fault',
  acknowledged: 'Writes saved',
  reads: 'Pages read',
  recoveredAfter: 'Recovered after',
  wrong: 'Lost or wrong',
  seconds: (n: string) => `${n} s`,
  sum: 'Total',
  machines: 'Three machines',
  machinesNote: ({ day, version }: FaultsNote) =>
    [
      `Measured on ${day} with version ${version}. The forum ran on three machines, members sent `,
      'ten replies a second and readers read without a pause, while a machine or a part of one ',
      'failed. The last column must be 0: lost or duplicated replies, pages that were wrong ',
      'a minute later, readers’ errors, and anything that needed manual work.',
    ].join(''),
  longestGap: 'Longest time without a saved reply',
  longestToFile: 'Last reply in its page after',
  longestToEvent: 'Last live update after',
  speed: 'Speed',
  speedNote: ({ day, version, cores, gigabytes, threads, posts }: SpeedNote) =>
    [
      `Measured on ${day} with version ${version} on ${cores} cores and ${gigabytes} GB of `,
      `memory, in a forum of ${threads} threads and ${posts} posts. p50 is the time that `,
      'half of the requests don’t exceed, p99 the time that 99 of 100 don’t.',
    ].join(''),
  figure: 'Figure',
  measured: 'Measured',
};

export const reliabilityTexts: Record<Lang, typeof zh> = { zh, en };

/** Readers' names of faults and figures; `#` replaces their numbers. */
const NAMES: ReadonlyMap<string, Record<Lang, string>> = new Map(
  Object.entries({
    'no fault': { zh: '没有故障，作为对照', en: 'No fault, for comparison' },
    '(before)': { zh: '尚未注入故障', en: 'Before any fault' },
    '(final page check)': { zh: '最后核对全部页面', en: 'All pages compared at the end' },
    'server killed': { zh: '服务器进程被杀', en: 'Server process killed' },
    'server exits on an exception': { zh: '服务器因异常退出', en: 'Server exits on an exception' },
    'server hangs # s': { zh: '服务器卡住 # 秒', en: 'Server hangs for # s' },
    'main thread blocked': { zh: '服务器主线程卡死', en: 'Server’s main thread blocked for good' },
    'clock skewed # minutes': {
      zh: '服务器时钟快、慢各 # 分钟',
      en: 'Server’s clock # minutes fast, then slow',
    },
    'renderer out of memory': { zh: '渲染线程内存耗尽', en: 'Renderer out of memory' },
    'sanitizer thread out of memory': {
      zh: '处理正文的线程内存耗尽',
      en: 'Thread that sanitizes posts out of memory',
    },
    'SIGTERM to npm, restarted': { zh: '正常停止后重新启动', en: 'Stopped and restarted' },
    'npm start killed, restarted': {
      zh: '全部进程被杀后重新启动',
      en: 'All processes killed and restarted',
    },
    'all connections terminated': {
      zh: '数据库连接全部断开',
      en: 'All database connections terminated',
    },
    'reply table locked # s': { zh: '回复表锁住 # 秒', en: 'Table of replies locked for # s' },
    'column renamed # s': { zh: '数据库缺一列 # 秒', en: 'A database column missing for # s' },
    'PostgreSQL killed': { zh: '数据库被杀', en: 'Database killed' },
    'PostgreSQL backend killed': { zh: '数据库的一个后端被杀', en: 'One database backend killed' },
    'PostgreSQL hangs # s': { zh: '数据库卡住 # 秒', en: 'Database hangs for # s' },
    'server and PostgreSQL killed': {
      zh: '服务器和数据库同时被杀',
      en: 'Server and database killed at once',
    },
    'page disk full # s': { zh: '页面所在磁盘写满 # 秒', en: 'Disk of pages full for # s' },
    'page disk out of inodes # s': {
      zh: '页面所在磁盘无法新建文件 # 秒',
      en: 'No new files on the disk of pages for # s',
    },
    'database disk full # s': {
      zh: '数据库所在磁盘写满 # 秒',
      en: 'Disk of database full for # s',
    },
    'provider certificate invalid # s': {
      zh: '登录服务的证书有误 # 秒',
      en: 'Identity provider’s certificate invalid for # s',
    },
    'Varnish down # s, restarted empty': {
      zh: 'CDN 缓存停止 # 秒后清空重启',
      en: 'CDN cache down for # s, restarted empty',
    },
    'bucket slow, # s per request': {
      zh: '文件存储变慢，每次请求 # 秒',
      en: 'File storage slow, # s per request',
    },
    'bucket unresponsive # s': {
      zh: '文件存储 # 秒不响应',
      en: 'File storage unresponsive for # s',
    },
    'bucket unavailable # s': { zh: '文件存储断开 # 秒', en: 'File storage down for # s' },
    'primary’s machine gone, back after # s': {
      zh: '主数据库所在机器消失，# 秒后恢复',
      en: 'Machine of the primary database gone, back after # s',
    },
    'primary frozen # s': { zh: '主数据库冻结 # 秒', en: 'Primary database frozen for # s' },
    'primary changed by an operator': {
      zh: '运维人员切换主数据库',
      en: 'Primary database changed by an operator',
    },
    'primary killed': { zh: '主数据库被杀', en: 'Primary database killed' },
    'replication cut, primary’s machine gone # s later': {
      zh: '复制中断，# 秒后主数据库所在机器消失',
      en: 'Replication cut, machine of the primary gone # s later',
    },
    'synchronous standby killed, back after # s': {
      zh: '同步备库被杀，# 秒后恢复',
      en: 'Synchronous standby killed, back after # s',
    },
    'synchronous standby cut off # s': {
      zh: '同步备库断网 # 秒',
      en: 'Synchronous standby cut off for # s',
    },
    'worker’s machine gone, back after # s': {
      zh: '发布页面的机器消失，# 秒后恢复',
      en: 'Machine of a publisher gone, back after # s',
    },
    'readers’ machine gone, back after # s': {
      zh: '读者访问的机器消失，# 秒后恢复',
      en: 'Machine that readers use gone, back after # s',
    },
    'floating address moved': {
      zh: '公共地址转到另一台机器',
      en: 'Public address moved to another machine',
    },
    'Varnish killed, restarted empty after # s': {
      zh: '缓存被杀，# 秒后清空重启',
      en: 'Cache killed, restarted empty after # s',
    },
    'bucket gone # s': { zh: '文件存储消失 # 秒', en: 'File storage gone for # s' },
    'start with existing data: time to first page': {
      zh: '带数据启动，到打开第一个页面',
      en: 'Start with existing data: time to the first page',
    },
    'one writer’s reply, p#': {
      zh: '一人回复的耗时，p#',
      en: 'Time to post a reply, one writer, p#',
    },
    'lists, counts and profiles current after # s of # writers': {
      zh: '# 秒、# 人连续回复之后，列表、计数和个人主页更新完毕用时',
      en: 'Lists, counts and profiles up to date after # s of # writers',
    },
    'publisher idle after # s of # writers': {
      zh: '# 秒、# 人连续回复之后，发布队列清空用时',
      en: 'Publishing done after # s of # writers',
    },
    'reply → published file at #/s, p# / p#': {
      zh: '每秒 # 条回复，从提交到页面发布，p# / p#',
      en: 'Reply to published page at # per second, p# / p#',
    },
    'reply → published file, thread of # ÷ thread of #': {
      zh: '同上，# 条回复的主题 ÷ # 条的',
      en: 'The same, thread of # replies ÷ thread of #',
    },
    'thread page of a visitor: total / JavaScript / requests': {
      zh: '访客打开主题页：总量 / 脚本 / 请求数',
      en: 'Thread page for a visitor: total / JavaScript / requests',
    },
    'thread page of a visitor’s phone: total / JavaScript / requests': {
      zh: '访客用手机打开主题页：总量 / 脚本 / 请求数',
      en: 'Thread page on a visitor’s phone: total / JavaScript / requests',
    },
  }),
);

const NUMBER = /\d[\d,.]*/g;

const keyOf = (raw: string): string => raw.replace(NUMBER, '#');

/** Whether readers see a fault or figure: those for developers have no name. */
export const hasReliabilityName = (raw: string): boolean => NAMES.has(keyOf(raw));

/** The name that readers see. Throws if there is none. */
export function reliabilityName(raw: string, lang: Lang): string {
  const name = NAMES.get(keyOf(raw))?.[lang];
  if (name === undefined) throw new Error(`"${raw}" has no name for readers`);
  const numbers = raw.match(NUMBER) ?? [];
  return name.replace(/#/g, () => numbers.shift() ?? '');
}
