import type { Lang } from '#contracts/language.ts';
import type { ThemeKey } from '../community.ts';

/** A post that is pending review. Markdown, as in content files. */
export interface HeldPost {
  by: string;
  /** Hours ago. */
  age: number;
  reason: 'words' | 'captcha' | 'newcomer';
  markdown: string;
}

export interface HeldThread extends HeldPost {
  forum: string;
  theme: ThemeKey;
  lang: Lang;
  subject: string;
}

export interface HeldReply extends HeldPost {
  /** The beginning of the thread's subject. */
  thread: string;
}

export const heldThreads: HeldThread[] = [
  {
    forum: 'install',
    theme: 'help',
    lang: 'zh',
    by: 'chulai',
    age: 0.15,
    reason: 'newcomer',
    subject: '安装到 47% 不动，该等还是该重来',
    markdown:
      '版本 25.1，U 盘安装，进度停在 47% 二十分钟了。教程是照着 https://blog.example.com/install-notes 做的，分区选的“替换”。硬盘灯还在闪，要强制关机吗？',
  },
  {
    forum: 'enterprise',
    theme: 'discuss',
    lang: 'en',
    by: 'amara',
    age: 0.25,
    reason: 'newcomer',
    subject: 'Moving twelve office PCs, order of steps?',
    markdown:
      'Twelve machines, one shared printer, a small file server. I wrote our plan down at https://notes.example.org/move-plan and would like a second pair of eyes before Friday.',
  },
  {
    forum: 'tea',
    theme: 'chat',
    lang: 'zh',
    by: 'bozhou',
    age: 0.4,
    reason: 'words',
    subject: '有人收到过“刷单返利”的私信吗',
    markdown:
      '昨天收到一条让我刷单的私信，说做满三单返现。提醒一下大家别点，也想问问在哪里举报私信。',
  },
];

export const heldReplies: HeldReply[] = [
  {
    thread: '报到楼',
    by: 'tuzi',
    age: 2.4,
    reason: 'newcomer',
    markdown: '谢谢，这一帖救了我。补一个我找到的快捷键表：https://keys.example.com/lantu',
  },
  {
    thread: 'What is on your desk now',
    by: 'jun',
    age: 3.1,
    reason: 'captcha',
    markdown:
      'One laptop, one plant, and a docking station that finally wakes up with the lid closed.',
  },
  {
    thread: '十二年老上网本',
    by: 'yuehe',
    age: 9,
    reason: 'words',
    markdown: '同款我也有一台，硬盘位的螺丝多出两颗。需要的话加微信，同城自取。',
  },
  {
    thread: '本季晒桌面',
    by: 'weidao',
    age: 0.4,
    reason: 'newcomer',
    markdown: '我的也来一张，图放在 https://pics.example.net/desk 了，站内上传总提示太大。',
  },
  {
    thread: 'Where did my windows go',
    by: 'owen',
    age: 14,
    reason: 'words',
    markdown:
      'Same here after the switch. Careful with shops that offer cheap keys for the other system, mine never worked.',
  },
];

/** Sensitive words of the demo, with action and author. */
export const words: {
  word: string;
  action: 'ban' | 'review' | 'replace';
  replacement?: string;
  by: string;
  days: number;
  enabled?: false;
}[] = [
  { word: '代开发票', action: 'ban', by: 'ruogu', days: 29 },
  { word: '办证刻章', action: 'ban', by: 'ruogu', days: 29 },
  { word: '网络博彩', action: 'ban', by: 'ruogu', days: 29 },
  { word: '裸聊', action: 'ban', by: 'ruogu', days: 29 },
  { word: 'online casino', action: 'ban', by: 'jonas', days: 24 },
  { word: '破解激活码', action: 'ban', by: 'jonas', days: 18 },
  { word: '刷单', action: 'review', by: 'ruogu', days: 29 },
  { word: '加微信', action: 'review', by: 'ruogu', days: 21 },
  { word: 'cheap keys', action: 'review', by: 'jonas', days: 16 },
  { word: 'licence key sale', action: 'review', by: 'jonas', days: 16 },
  { word: '内部渠道', action: 'review', by: 'ruogu', days: 7 },
  { word: '免费领取', action: 'review', by: 'ruogu', days: 5, enabled: false },
  { word: '脑残', action: 'replace', replacement: '**', by: 'jonas', days: 12 },
  { word: '傻逼', action: 'replace', replacement: '**', by: 'jonas', days: 12 },
];
