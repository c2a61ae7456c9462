/* Initial sections and forums of a new forum. */

interface ThemeTemplate {
  name: string;
  name_en: string;
  /** Only moderators may choose it. */
  moderators_only?: true;
}
/** Kinds of thread. */
export const TEMPLATE_THEMES = {
  notice: { name: '公告', name_en: 'Notice', moderators_only: true },
  question: { name: '提问', name_en: 'Question' },
  bug: { name: '问题反馈', name_en: 'Bug' },
  idea: { name: '建议', name_en: 'Idea' },
  guide: { name: '教程', name_en: 'Guide' },
  discuss: { name: '讨论', name_en: 'Discussion' },
  show: { name: '作品', name_en: 'Showcase' },
  trade: { name: '转让', name_en: 'For sale' },
  wanted: { name: '求购', name_en: 'Wanted' },
  event: { name: '活动', name_en: 'Event' },
  chat: { name: '闲聊', name_en: 'Chat' },
} as const satisfies Record<string, ThemeTemplate>;
type TemplateTheme = keyof typeof TEMPLATE_THEMES;

interface ForumTemplate {
  slug: string;
  icon: string;
  name: string;
  name_en: string;
  brief: string;
  brief_en: string;
  themes: readonly TemplateTheme[];
}
interface SectionTemplate {
  name: string;
  name_en: string;
  forums: readonly ForumTemplate[];
}

const NEWS: ForumTemplate = {
  slug: 'news',
  icon: 'flag',
  name: '公告',
  name_en: 'News',
  brief: '这里发布社区的消息与规则。',
  brief_en: 'What’s new in the community, and its rules.',
  themes: ['notice', 'event'],
};
const LOUNGE: ForumTemplate = {
  slug: 'lounge',
  icon: 'cup',
  name: '茶馆',
  name_en: 'Lounge',
  brief: '自我介绍，聊聊不属于其他版块的话题。',
  brief_en: 'Say hello, and talk about anything that fits nowhere else.',
  themes: ['chat', 'discuss'],
};

/** By name: a text below `admin.setup.template`. */
export const FORUM_TEMPLATES = {
  product: [
    {
      name: '产品',
      name_en: 'Product',
      forums: [
        NEWS,
        {
          slug: 'help',
          icon: 'bulb',
          name: '使用求助',
          name_en: 'Help',
          brief: '遇到问题来这里问。请写明版本、步骤和看到的现象。',
          brief_en: 'Ask how something works. Say which version you use and what you see.',
          themes: ['question', 'guide'],
        },
        {
          slug: 'bugs',
          icon: 'chip',
          name: '问题反馈',
          name_en: 'Bug reports',
          brief: '一个帖子一个问题，写清怎样重现。',
          brief_en: 'One thread per bug, with the steps to reproduce it.',
          themes: ['bug'],
        },
        {
          slug: 'ideas',
          icon: 'layers',
          name: '功能建议',
          name_en: 'Ideas',
          brief: '希望产品变成什么样？先搜一搜有没有人提过。',
          brief_en:
            'What should the product learn next? Search first; it may have been asked before.',
          themes: ['idea', 'discuss'],
        },
      ],
    },
    {
      name: '社区',
      name_en: 'Community',
      forums: [
        {
          slug: 'showcase',
          icon: 'brush',
          name: '作品与经验',
          name_en: 'Showcase',
          brief: '展示你的作品，分享做法。',
          brief_en: 'Show what you made and how you made it.',
          themes: ['show', 'guide'],
        },
        LOUNGE,
      ],
    },
  ],
  hobby: [
    {
      name: '交流',
      name_en: 'Discussion',
      forums: [
        NEWS,
        {
          slug: 'beginners',
          icon: 'book',
          name: '新手入门',
          name_en: 'Getting started',
          brief: '没有太简单的问题。老手们写的入门教程也在这里。',
          brief_en: 'No question is too simple. You’ll find guides for beginners here, too.',
          themes: ['question', 'guide'],
        },
        {
          slug: 'talk',
          icon: 'bulb',
          name: '器材与技巧',
          name_en: 'Gear and technique',
          brief: '讨论怎么做、用什么做。',
          brief_en: 'Discuss techniques, and the gear for them.',
          themes: ['discuss', 'question', 'guide'],
        },
        {
          slug: 'showcase',
          icon: 'brush',
          name: '作品展示',
          name_en: 'Showcase',
          brief: '晒出你的作品，欢迎点评。',
          brief_en: 'Show your work and ask for feedback.',
          themes: ['show'],
        },
      ],
    },
    {
      name: '生活',
      name_en: 'Social',
      forums: [
        {
          slug: 'meetups',
          icon: 'calendar',
          name: '线下活动',
          name_en: 'Meetups',
          brief: '约时间、约地点，活动回顾也发这里。',
          brief_en: 'Find a time and a place, or share how it went.',
          themes: ['event', 'discuss'],
        },
        {
          slug: 'market',
          icon: 'box',
          name: '二手市场',
          name_en: 'Marketplace',
          brief: '转让与求购。写明成色、价格和所在地。',
          brief_en: 'For sale and wanted. State the condition, price and location.',
          themes: ['trade', 'wanted'],
        },
        LOUNGE,
      ],
    },
  ],
  school: [
    {
      name: '学校',
      name_en: 'School',
      forums: [
        { ...NEWS, brief: '学校与社团的通知。', brief_en: 'News from the school and its clubs.' },
        {
          slug: 'courses',
          icon: 'book',
          name: '课程与作业',
          name_en: 'Courses',
          brief: '讨论课程内容。请给思路，不要直接给答案。',
          brief_en: 'Discuss your courses. Give hints rather than answers.',
          themes: ['question', 'discuss', 'guide'],
        },
        {
          slug: 'projects',
          icon: 'branch',
          name: '课题与竞赛',
          name_en: 'Projects and contests',
          brief: '组队、展示项目，备战竞赛。',
          brief_en: 'Find a team, show a project, prepare for a contest.',
          themes: ['discuss', 'show'],
        },
      ],
    },
    {
      name: '校园生活',
      name_en: 'Campus',
      forums: [
        {
          slug: 'clubs',
          icon: 'calendar',
          name: '社团活动',
          name_en: 'Clubs and events',
          brief: '社团招新、活动报名与回顾。',
          brief_en: 'Join a club, sign up for an event, share how it went.',
          themes: ['event', 'discuss'],
        },
        {
          slug: 'services',
          icon: 'building',
          name: '校园服务',
          name_en: 'Campus services',
          brief: '食堂、宿舍、图书馆、网络：提问与建议。',
          brief_en: 'Canteen, dorms, library, network: questions and ideas.',
          themes: ['question', 'idea'],
        },
        LOUNGE,
      ],
    },
  ],
} as const satisfies Record<string, readonly SectionTemplate[]>;
export type ForumTemplateName = keyof typeof FORUM_TEMPLATES;
export const FORUM_TEMPLATE_NAMES = Object.keys(FORUM_TEMPLATES) as [
  ForumTemplateName,
  ...ForumTemplateName[],
];
export const sectionsOf = (name: ForumTemplateName): readonly SectionTemplate[] =>
  FORUM_TEMPLATES[name];
