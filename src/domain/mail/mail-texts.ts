import type { Lang } from '#contracts/language.ts';
import type { MailNotice } from '#contracts/mailing.ts';

/*
 * Words of letters. They aren't in the dictionaries, which browsers load: the server alone writes
 * letters.
 */

export interface MailTexts {
  hello(name: string): string;
  /** What happened, by its kind; `who` may be ''. */
  happened: Readonly<Record<MailNotice, (who: string, events: number) => string>>;
  likedThread(likes: number): string;
  newThreads(forum: string, count: number): string;
  letter(who: string, count: number): string;
  floor(n: number): string;
  read: string;
  readLetters: string;
  more(count: number): string;
  subjects: {
    many(count: number): string;
    digest: string;
    test: string;
    account: string;
  };
  digest: {
    lead: string;
    by(who: string, forum: string): string;
    numbers(likes: number, replies: number): string;
  };
  test: string;
  account: string;
  openSettings: string;
  footer: {
    notices(site: string): string;
    digest(site: string): string;
    account(site: string): string;
    settings: string;
    end: Readonly<Record<'notices' | 'digest' | MailNotice, string>>;
  };
  page: {
    title: string;
    ask(what: string): string;
    button: string;
    done: string;
    doneText(what: string): string;
    wrong: string;
    wrongText: string;
    settings: string;
    /** What a link ends. */
    what: Readonly<Record<'notices' | 'digest' | MailNotice, string>>;
  };
}

const named = (who: string, other: string) => who || other;

const zh: MailTexts = {
  hello: (name) => `${name}，你好：`,
  happened: {
    reply: (who, n) => (n > 1 ? `你的主题有 ${n} 条新回复` : `${who}回复了你的主题`),
    quote: (who) => `${who}引用了你的回复`,
    comment: (who) => `${who}评论了你的回复`,
    mention: (who) => `${who}提到了你`,
    watch: (who, n) => (n > 1 ? `关注的主题有 ${n} 条新回复` : `${who}回复了关注的主题`),
    newThread: (who) => `${who}发表了新主题`,
    like: (who) => `${who}觉得你的回复有用`,
    moderation: () => '版主处理了你发布的内容',
    report: () => '你的举报有了结果',
    reminder: () => '你设置的提醒到时间了',
    system: () => '社区通知',
    letter: (who) => `${who}给你发了私信`,
  },
  likedThread: (likes) => `你的主题有 ${likes} 人觉得有用`,
  newThreads: (forum, count) => `${forum}有 ${count} 个新主题`,
  letter: (who, count) => (count > 1 ? `${who}给你发了 ${count} 条私信` : `${who}给你发了私信`),
  floor: (n) => `${n} 楼`,
  read: '查看',
  readLetters: '查看私信',
  more: (count) => `还有 ${count} 条，请到社区查看`,
  subjects: {
    many: (count) => `${count} 条新通知`,
    digest: '本周精选',
    test: '测试邮件',
    account: '你的数据已导出',
  },
  digest: {
    lead: '过去 7 天，你关注的地方最受欢迎、你还没看过的主题：',
    by: (who, forum) => `${who} · ${forum}`,
    numbers: (likes, replies) =>
      [...(likes > 0 ? [`${likes} 人觉得有用`] : []), `${replies} 条回复`].join('，'),
  },
  test: '这是一封测试邮件。收到它，说明社区可以正常发送邮件。',
  account: '你的数据已导出，可以在设置中下载。下载链接只能使用一次。',
  openSettings: '打开设置',
  footer: {
    notices: (site) => `你在${site}选择了用邮件接收通知，所以收到这封邮件。`,
    digest: (site) => `你在${site}订阅了每周精选，所以收到这封邮件。`,
    account: (site) => `这封邮件与你在${site}的账号有关。`,
    settings: '邮件设置',
    end: {
      notices: '不再接收通知邮件',
      digest: '退订每周精选',
      reply: '不再接收“回复”邮件',
      quote: '不再接收“引用”邮件',
      comment: '不再接收“评论”邮件',
      mention: '不再接收“提到我”邮件',
      watch: '不再接收“关注的主题”邮件',
      newThread: '不再接收“新主题”邮件',
      like: '不再接收“有用”邮件',
      moderation: '不再接收“版主处理”邮件',
      report: '不再接收“举报结果”邮件',
      reminder: '不再接收“提醒”邮件',
      system: '不再接收“社区通知”邮件',
      letter: '不再接收“私信”邮件',
    },
  },
  page: {
    title: '退订邮件',
    ask: (what) => `确定不再接收${what}吗？`,
    button: '退订',
    done: '已退订',
    doneText: (what) => `你不会再收到${what}。可以随时在设置中重新开启。`,
    wrong: '链接无效',
    wrongText: '链接可能不完整。请从邮件中重新打开，或在设置中关闭邮件。',
    settings: '邮件设置',
    what: {
      notices: '通知邮件',
      digest: '每周精选',
      reply: '关于回复的邮件',
      quote: '关于引用的邮件',
      comment: '关于评论的邮件',
      mention: '关于提到你的邮件',
      watch: '关于所关注主题的邮件',
      newThread: '关于新主题的邮件',
      like: '关于“有用”的邮件',
      moderation: '关于版主处理的邮件',
      report: '关于举报结果的邮件',
      reminder: '提醒邮件',
      system: '社区通知邮件',
      letter: '关于私信的邮件',
    },
  },
};

const one = (n: number, single: string, many: string) => `${n} ${n === 1 ? single : many}`;

const en: MailTexts = {
  hello: (name) => `Hi ${name},`,
  happened: {
    reply: (who, n) =>
      n > 1 ? `${n} new replies to your thread` : `${who} replied to your thread`,
    quote: (who) => `${who} quoted your reply`,
    comment: (who) => `${who} commented on your reply`,
    mention: (who) => `${who} mentioned you`,
    watch: (who, n) =>
      n > 1 ? `${n} new replies in a thread you watch` : `${who} replied in a thread you watch`,
    newThread: (who) => `${who} started a thread`,
    like: (who) => `${who} found your reply helpful`,
    moderation: () => 'A moderator acted on something you posted',
    report: () => 'Your report has been handled',
    reminder: () => 'Your reminder',
    system: () => 'A notice from the community',
    letter: (who) => `${who} sent you a message`,
  },
  likedThread: (likes) => `${one(likes, 'person', 'people')} found your thread helpful`,
  newThreads: (forum, count) => `${one(count, 'new thread', 'new threads')} in ${forum}`,
  letter: (who, count) =>
    count > 1 ? `${who} sent you ${count} messages` : `${who} sent you a message`,
  floor: (n) => `#${n}`,
  read: 'Read it',
  readLetters: 'Read messages',
  more: (count) => `${count} more in the community`,
  subjects: {
    many: (count) => one(count, 'new notification', 'new notifications'),
    digest: 'This week in what you watch',
    test: 'Test email',
    account: 'Your data is ready',
  },
  digest: {
    lead: 'From the last 7 days: the most popular threads in what you watch that you haven’t read yet.',
    by: (who, forum) => `${who} · ${forum}`,
    numbers: (likes, replies) =>
      [...(likes > 0 ? [`${likes} found it helpful`] : []), one(replies, 'reply', 'replies')].join(
        ', ',
      ),
  },
  test: 'This is a test email. If you can read it, the community can send email.',
  account: 'Your data is ready to download in your settings. The download works once.',
  openSettings: 'Open settings',
  footer: {
    notices: (site) => `You get this because you chose email notifications at ${site}.`,
    digest: (site) => `You get this because you subscribed to the weekly digest at ${site}.`,
    account: (site) => `This is about your account at ${site}.`,
    settings: 'Email settings',
    end: {
      notices: 'Stop notification emails',
      digest: 'Unsubscribe from the weekly digest',
      reply: 'Stop emails about replies',
      quote: 'Stop emails about quotes',
      comment: 'Stop emails about comments',
      mention: 'Stop emails about mentions',
      watch: 'Stop emails about watched threads',
      newThread: 'Stop emails about new threads',
      like: 'Stop emails about helpful marks',
      moderation: 'Stop emails about moderation',
      report: 'Stop emails about your reports',
      reminder: 'Stop emails about reminders',
      system: 'Stop emails about notices',
      letter: 'Stop emails about messages',
    },
  },
  page: {
    title: 'Unsubscribe',
    ask: (what) => `Stop getting ${what}?`,
    button: 'Unsubscribe',
    done: 'Unsubscribed',
    doneText: (what) => `You won’t get ${what} any more. You can change this in your settings.`,
    wrong: 'This link doesn’t work',
    wrongText:
      'It may be incomplete. Open it from the email again, or turn emails off in your settings.',
    settings: 'Email settings',
    what: {
      notices: 'notification emails',
      digest: 'the weekly digest',
      reply: 'emails about replies',
      quote: 'emails about quotes',
      comment: 'emails about comments',
      mention: 'emails about mentions',
      watch: 'emails about watched threads',
      newThread: 'emails about new threads',
      like: 'emails about helpful marks',
      moderation: 'emails about moderation',
      report: 'emails about your reports',
      reminder: 'emails about reminders',
      system: 'emails about notices',
      letter: 'emails about messages',
    },
  },
};

export const MAIL_TEXTS: Readonly<Record<Lang, MailTexts>> = { zh, en };

/** The sentence of a kind that this version may not know. */
export const happenedText = (
  texts: MailTexts,
  kind: string,
  who: string,
  events: number,
): string => {
  const say = new Map(Object.entries(texts.happened)).get(kind) ?? texts.happened.system;
  return say(named(who, texts === zh ? '有人' : 'Somebody'), events);
};
