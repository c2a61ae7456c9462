/** Sections, forums, themes, levels and groups of the demo community, in display order. */
export interface ForumSeed {
  slug: string;
  name: string;
  nameEn: string;
  brief: string;
  briefEn: string;
  announcement?: string;
  announcementEn?: string;
  themes: ThemeKey[];
  icon: string;
}
export interface SectionSeed {
  name: string;
  nameEn: string;
  forums: ForumSeed[];
}
export type ThemeKey = keyof typeof themes;

/** Kinds of thread; a forum offers some of them. */
export const themes = {
  notice: { name: '公告', nameEn: 'Notice', moderatorsOnly: true },
  help: {
    name: '求助',
    nameEn: 'Help',
    template: '<p>系统版本：</p><p>机器型号：</p><p>遇到的现象：</p><p>已经试过：</p>',
    templateEn:
      '<p>System version: </p><p>Machine: </p><p>What happens: </p><p>What I have tried: </p>',
  },
  bug: {
    name: 'Bug',
    nameEn: 'Bug',
    template:
      '<p>系统版本：</p><p>怎样重现：</p><ol><li></li></ol><p>预期结果：</p><p>实际结果：</p><p>日志：</p><pre><code></code></pre>',
    templateEn:
      '<p>System version: </p><p>Steps to reproduce: </p><ol><li></li></ol><p>Expected: </p><p>Actual: </p><p>Log: </p><pre><code></code></pre>',
  },
  guide: { name: '经验', nameEn: 'Guide' },
  discuss: { name: '讨论', nameEn: 'Discuss' },
  show: { name: '分享', nameEn: 'Show' },
  idea: { name: '建议', nameEn: 'Idea' },
  chat: { name: '闲聊', nameEn: 'Chat' },
  event: { name: '活动', nameEn: 'Event' },
} as const;

export const sections: SectionSeed[] = [
  {
    name: '产品',
    nameEn: 'Product',
    forums: [
      {
        slug: 'desktop',
        name: '桌面与显示',
        nameEn: 'Desktop & Display',
        icon: 'monitor',
        brief:
          '会话、窗口、缩放、色彩与显示器。发帖请写明会话类型，并附上 lantu-report display 的输出。',
        briefEn:
          'Sessions, windows, scaling, colour and monitors. Say which session you use and attach the output of lantu-report display.',
        announcement: '25.1 重写了分数缩放。反馈发虚之前请先读已知问题清单。',
        announcementEn:
          'Fractional scaling was rewritten in 25.1. Please read the list of known issues before you report blurry text.',
        themes: ['help', 'bug', 'guide', 'discuss', 'show', 'idea', 'notice'],
      },
      {
        slug: 'install',
        name: '安装与升级',
        nameEn: 'Install & Upgrade',
        icon: 'disc',
        brief: '安装介质、分区、双系统、版本升级与退回。',
        briefEn: 'Install media, partitions, dual boot, upgrades and going back.',
        themes: ['help', 'bug', 'guide', 'discuss', 'notice'],
      },
      {
        slug: 'hardware',
        name: '驱动与硬件',
        nameEn: 'Drivers & Hardware',
        icon: 'chip',
        brief: '显卡、无线、打印、指纹、外设。请附上设备编号。',
        briefEn:
          'Graphics, wireless, printers, fingerprint readers, peripherals. Please give the device id.',
        themes: ['help', 'bug', 'guide', 'discuss', 'show'],
      },
      {
        slug: 'apps',
        name: '软件与应用',
        nameEn: 'Software & Apps',
        icon: 'box',
        brief: '应用商店、办公、浏览器、输入法与日常工具。',
        briefEn: 'App store, office, browsers, input methods and everyday tools.',
        themes: ['help', 'bug', 'guide', 'discuss', 'show', 'idea'],
      },
      {
        slug: 'network',
        name: '网络与互联',
        nameEn: 'Network & Sharing',
        icon: 'network',
        brief: '有线、无线、代理、共享与远程。',
        briefEn: 'Wired, wireless, proxies, file sharing and remote access.',
        themes: ['help', 'bug', 'guide', 'discuss'],
      },
      {
        slug: 'laptop',
        name: '笔记本与电源',
        nameEn: 'Laptops & Power',
        icon: 'battery',
        brief: '续航、休眠、触控板、散热与扩展坞。',
        briefEn: 'Battery life, suspend, touchpads, heat and docks.',
        themes: ['help', 'bug', 'guide', 'discuss', 'show'],
      },
    ],
  },
  {
    name: '开发',
    nameEn: 'Development',
    forums: [
      {
        slug: 'packaging',
        name: '开发与打包',
        nameEn: 'Development & Packaging',
        icon: 'code',
        brief: '软件包、依赖、签名、上架与构建环境。',
        briefEn: 'Packages, dependencies, signing, publishing and build roots.',
        themes: ['help', 'guide', 'discuss', 'show', 'bug'],
      },
      {
        slug: 'kernel',
        name: '内核与底层',
        nameEn: 'Kernel & Plumbing',
        icon: 'layers',
        brief: '内核、启动、文件系统、systemd 与日志。',
        briefEn: 'Kernel, boot, file systems, systemd and logs.',
        themes: ['help', 'bug', 'guide', 'discuss'],
      },
      {
        slug: 'programming',
        name: '编程与工具',
        nameEn: 'Programming & Tools',
        icon: 'terminal',
        brief: '语言、编辑器、调试、脚本与终端。',
        briefEn: 'Languages, editors, debugging, scripts and the terminal.',
        themes: ['help', 'guide', 'discuss', 'show'],
      },
      {
        slug: 'contributing',
        name: '参与贡献',
        nameEn: 'Contributing',
        icon: 'branch',
        brief: '第一个补丁、代码评审、任务认领。',
        briefEn: 'First patches, reviews, tasks to take.',
        themes: ['help', 'guide', 'discuss', 'event', 'notice'],
      },
    ],
  },
  {
    name: '创作与协作',
    nameEn: 'Create',
    forums: [
      {
        slug: 'docs',
        name: '翻译与文档',
        nameEn: 'Docs & Translation',
        icon: 'book',
        brief: '帮助文档、术语、界面翻译与校对。',
        briefEn: 'Help pages, terminology, interface translation and proofreading.',
        themes: ['help', 'guide', 'discuss', 'event', 'idea'],
      },
      {
        slug: 'theming',
        name: '玩机与美化',
        nameEn: 'Themes & Tinkering',
        icon: 'brush',
        brief: '主题、图标、壁纸、字体与旧电脑。',
        briefEn: 'Themes, icons, wallpapers, fonts and old computers.',
        themes: ['show', 'guide', 'help', 'discuss'],
      },
      {
        slug: 'multimedia',
        name: '影音与创作',
        nameEn: 'Photo, Video & Sound',
        icon: 'film',
        brief: '修图、剪辑、录音与色彩管理。',
        briefEn: 'Photo editing, video, recording and colour management.',
        themes: ['help', 'guide', 'show', 'discuss'],
      },
      {
        slug: 'gaming',
        name: '游戏',
        nameEn: 'Gaming',
        icon: 'gamepad',
        brief: '兼容层、手柄、帧数与存档。',
        briefEn: 'Compatibility layers, controllers, frame rates and saves.',
        themes: ['help', 'guide', 'discuss', 'show'],
      },
    ],
  },
  {
    name: '交流',
    nameEn: 'Commons',
    forums: [
      {
        slug: 'feedback',
        name: '意见与反馈',
        nameEn: 'Feedback',
        icon: 'bulb',
        brief: '对系统的建议。一帖一事，先搜再发。',
        briefEn: 'Ideas for the system. One idea in a thread; search first.',
        themes: ['idea', 'discuss', 'notice'],
      },
      {
        slug: 'tea',
        name: '闲聊茶座',
        nameEn: 'Tea Room',
        icon: 'cup',
        brief: '与系统无关也没关系。',
        briefEn: 'It need not be about the system.',
        themes: ['chat', 'discuss', 'show'],
      },
      {
        slug: 'newcomers',
        name: '新手报到',
        nameEn: 'New Here',
        icon: 'door',
        brief: '第一次来？介绍一下自己，问什么都可以。',
        briefEn: 'First time? Say hello and ask anything.',
        themes: ['chat', 'help', 'notice'],
      },
      {
        slug: 'events',
        name: '活动专区',
        nameEn: 'Events',
        icon: 'calendar',
        brief: '安装日、译文周末、公测找茬。',
        briefEn: 'Install days, translation weekends, beta hunts.',
        themes: ['event', 'notice', 'discuss'],
      },
      {
        slug: 'meta',
        name: '站务',
        nameEn: 'About this Forum',
        icon: 'flag',
        brief: '社区公约、版主申请、论坛本身的问题。',
        briefEn: 'Guidelines, moderators, and the forum itself.',
        themes: ['notice', 'idea', 'bug', 'discuss'],
      },
    ],
  },
  {
    name: '服务器与企业',
    nameEn: 'Servers & Enterprise',
    forums: [
      {
        slug: 'server',
        name: '服务器',
        nameEn: 'Servers',
        icon: 'server',
        brief: '服务、存储、监控与备份。',
        briefEn: 'Services, storage, monitoring and backups.',
        themes: ['help', 'guide', 'discuss'],
      },
      {
        slug: 'virtualization',
        name: '虚拟化与容器',
        nameEn: 'Virtual Machines & Containers',
        icon: 'cubes',
        brief: 'QEMU、KVM、容器与镜像。',
        briefEn: 'QEMU, KVM, containers and images.',
        themes: ['help', 'guide', 'discuss', 'bug'],
      },
      {
        slug: 'security',
        name: '安全',
        nameEn: 'Security',
        icon: 'shield',
        brief: '更新、加密、权限与审计。漏洞请走私下渠道。',
        briefEn: 'Updates, encryption, permissions and audits. Report vulnerabilities privately.',
        themes: ['help', 'guide', 'discuss', 'notice'],
      },
      {
        slug: 'enterprise',
        name: '企业部署',
        nameEn: 'Enterprise Rollout',
        icon: 'building',
        brief: '批量安装、域、策略与镜像站。',
        briefEn: 'Mass installs, domains, policies and mirrors.',
        themes: ['help', 'guide', 'discuss'],
      },
    ],
  },
];

export const levels = [
  { level: 1, name: '铅笔', nameEn: 'Pencil', min: 0 },
  { level: 2, name: '直尺', nameEn: 'Ruler', min: 200 },
  { level: 3, name: '三角板', nameEn: 'Set square', min: 600 },
  { level: 4, name: '圆规', nameEn: 'Compass', min: 1200 },
  { level: 5, name: '量角器', nameEn: 'Protractor', min: 2000 },
  { level: 6, name: '丁字尺', nameEn: 'T-square', min: 3500 },
  { level: 7, name: '绘图板', nameEn: 'Drawing board', min: 5500 },
  { level: 8, name: '晒图机', nameEn: 'Blueprint press', min: 8000 },
  { level: 9, name: '总设计师', nameEn: 'Chief draughtsman', min: 12000 },
];
