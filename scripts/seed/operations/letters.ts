import type { WatchLevel } from '#contracts/watching.ts';

/* Private messages, drafts, bookmarks and watches of the demo users. */

/** A conversation: its two users, and messages with sender and hours ago. */
export const conversations: {
  between: readonly [string, string];
  letters: readonly (readonly [from: string, age: number, text: string])[];
}[] = [
  {
    between: ['linjian', 'chigui'],
    letters: [
      ['linjian', 75, '版主好，外接屏那一帖我按你说的改了缩放，内屏和外屏都清楚了，谢谢！'],
      ['chigui', 74, '好消息。能不能把最后用的两个比例补到帖子里？后面的人搜得到。'],
      ['linjian', 73.5, '已经补了，还贴了 `lantu-report display` 的输出。'],
      [
        'chigui',
        1.1,
        '看到了，写得很清楚，给你标成精选。公测那边还缺一个混合 DPI 的机器，愿意来吗？',
      ],
    ],
  },
  {
    between: ['linjian', 'marta'],
    letters: [
      ['marta', 30, 'Hi! May I translate your thread about unpacking boxes for the English docs?'],
      [
        'linjian',
        29,
        'Of course. Two pictures show Chinese menus, I can take them again in English.',
      ],
      ['marta', 5.2, 'That would be perfect. No hurry, the page goes online next week.'],
    ],
  },
  {
    between: ['linjian', 'laozhou'],
    letters: [
      ['laozhou', 200, '听说你还有一条 4G 的内存闲着？我那台上网本正缺。'],
      ['linjian', 199, '在抽屉里，周末安装日带给你。'],
    ],
  },
  {
    between: ['ruogu', 'jonas'],
    letters: [
      ['jonas', 50, 'The guidelines are translated. Shall we pin both versions for two weeks?'],
      ['ruogu', 49, '好，中文的我来置顶，两周后一起取消。'],
      [
        'jonas',
        2.3,
        'Reports doubled since Monday, nearly all from one advertiser. Banned and noted.',
      ],
    ],
  },
  {
    between: ['ruogu', 'huashan'],
    letters: [
      ['huashan', 26, '安装日还缺投影和排插，社区能出一份吗？地方我们店里腾出来了。'],
      ['ruogu', 25, '排插我带六个，投影找阿澈借。海报今晚发你。'],
      ['huashan', 3.8, '收到海报了，已经贴在门口，隔壁奶茶店也要了一张。'],
    ],
  },
  {
    between: ['marta', 'hanna'],
    letters: [
      [
        'hanna',
        96,
        'The screenshots in chapter 3 still show 24.3. Should I file it or just fix it?',
      ],
      ['marta', 95, 'Just fix it, please. I will review the same day.'],
      ['hanna', 6.5, 'Done. Chapter 4 has the same problem, I will take that one too.'],
    ],
  },
  {
    between: ['chigui', 'nahan'],
    letters: [
      ['chigui', 60, '你的回复又被举报了。可以批评产品，不可以骂人，这是第三次提醒。'],
      ['nahan', 59, '说两句实话也不行？'],
      ['chigui', 58.5, '实话可以，骂人不行。再有一次就会封禁。'],
    ],
  },
];

export const watching: {
  by: string;
  age: number;
  level: WatchLevel;
  forum?: string;
  thread?: string;
  user?: string;
}[] = [
  { by: 'linjian', age: 900, level: 'threads', forum: 'laptop' },
  { by: 'linjian', age: 300, level: 'all', thread: '公约修订草案' },
  { by: 'linjian', age: 250, level: 'all', user: 'qingshi' },
  { by: 'linjian', age: 60, level: 'muted', user: 'nahan' },
  { by: 'linjian', age: 40, level: 'muted', forum: 'tea' },
  { by: 'ruogu', age: 800, level: 'all', forum: 'meta' },
  { by: 'chigui', age: 700, level: 'threads', forum: 'meta' },
];

/** Mail preferences; without a mail server nothing is sent. */
export const mailChoices: {
  by: string;
  frequency: 'off' | 'now' | 'hourly' | 'daily';
  notices?: Record<string, boolean>;
  digest?: boolean;
  timeZone?: string;
}[] = [
  { by: 'laozhou', frequency: 'daily', digest: true },
  { by: 'xiaoman', frequency: 'hourly', notices: { like: false } },
  { by: 'qiyue', frequency: 'off', digest: true },
  { by: 'jonas', frequency: 'now', notices: { newThread: false }, timeZone: 'Europe/Berlin' },
];

/** Bookmarks of threads by the beginning of the subject; a reminder is in so many hours. */
export const bookmarks: {
  by: string;
  thread: string;
  /** Hours ago. */
  age: number;
  note?: string;
  remindIn?: number;
}[] = [
  { by: 'linjian', thread: '打不出中文', age: 290, note: '升级之前先看这份清单' },
  { by: 'linjian', thread: '怎么问问题', age: 120 },
  { by: 'linjian', thread: '公约修订草案', age: 3, note: '投票前再读一遍', remindIn: 40 },
  { by: 'ruogu', thread: '公约修订草案', age: 20, note: '例会前整理意见', remindIn: 90 },
  { by: 'chigui', thread: '打不出中文', age: 400 },
];

/** Drafts of a thread in a forum, or of a reply to a thread by the beginning of its subject. */
export const drafts: {
  by: string;
  /** Hours ago. */
  age: number;
  forum?: string;
  thread?: string;
  subject?: string;
  message: string;
}[] = [
  {
    by: 'linjian',
    age: 0.6,
    forum: 'laptop',
    subject: '合盖后外接屏还亮着，怎么让它也睡',
    message:
      '<p>版本 25.1，扩展坞接一块 4K 屏。合上盖子以后内屏灭了，外接屏停在锁屏不睡。</p><p>已经试过：</p>',
  },
  {
    by: 'linjian',
    age: 27,
    thread: '怎么问问题',
    message: '<p>补充一条：第一次提问时把版本号写进标题，回复会快很多。</p>',
  },
  {
    by: 'linjian',
    age: 130,
    forum: 'tea',
    subject: '拆箱第三年的一点感想',
    message: '<p>搬过来整整三年了，还有两箱没拆。先从最不习惯的一件事写起：</p>',
  },
  {
    by: 'ruogu',
    age: 4,
    forum: 'meta',
    subject: '十二月版主例会：议题收集',
    message: '<p>一、举报处理时限；二、新成员首帖审核；三、年度精华评选。</p>',
  },
  {
    by: 'chigui',
    age: 2,
    thread: '公约修订草案',
    message: '<p>第四条建议补一句：批评产品不等于人身攻击，</p>',
  },
  {
    by: 'marta',
    age: 9,
    forum: 'docs',
    subject: 'Screenshots: one theme, one scale, one size',
    message:
      '<p>Proposal for the style guide, in three short rules:</p><ol><li>Light theme</li></ol>',
  },
];
