import type { Picture } from './draw-pictures.ts';

type Draw = (name: string, width?: number) => Promise<Picture>;

/** Computer terms that readers of both languages search for in either. */
const SEARCH_WORDS = [
  '声音, 音频, sound, audio',
  '无线, 无线网, wifi, wi-fi, wlan',
  '扩展坞, 坞站, dock, docking station',
  '模糊, 发虚, 糊, blurry',
  '屏幕, 显示器, 萤幕, 荧幕, screen, monitor, display',
  '中文, 汉字',
  '打印机, 印表机, printer',
  '蓝牙, bluetooth',
  '休眠, hibernate, hibernation',
  '睡眠, 挂起, suspend, sleep',
  '触摸板, 触控板, touchpad, trackpad',
  '网络, 网路, network',
  '软件, 软体',
  '硬盘, 硬碟, disk',
  '虚拟机, 虚拟机器, virtual machine',
  '内核, 核心, kernel',
  '加密, encryption',
  '备份, backup',
  '续航, 电池, battery',
  '密码, password',
];

/** The demo's configuration, including settings for WeChat and the sanitizer (R34). */
export async function configEntries(
  draw: Draw,
  now: Date,
  threadAbout: (subject: string) => number | undefined,
) {
  const url = async (name: string, width: number) => ({ url: (await draw(name, width)).url });
  const link = (lang: string, subject: string) => {
    const thread = threadAbout(subject);
    return thread ? `/${lang}/post/${thread}` : `/${lang}/forums`;
  };
  const day = new Date(now.getTime() + 2 * 86_400_000);
  const cardsForBothLanguages = async (name: string, zh: object, en: object) => {
    const img = await url(`carousel-${name}`, 1120);
    const phone = await url(`carousel-${name}-phone`, 1074);
    return [
      { ...zh, language: 'zh', device: 'pc', img },
      { ...en, language: 'en', device: 'pc', img },
      { ...zh, language: 'zh', device: 'phone', img: phone },
      { ...en, language: 'en', device: 'phone', img: phone },
    ];
  };
  const carousel: object[] = [
    ...(await cardsForBothLanguages(
      'scale',
      {
        label: '版本发布',
        title: '25.1「比例尺」开放公测',
        text: '分数缩放重写，混合 DPI 的两块屏幕终于一样清楚。升级前请先读已知问题与退回办法。',
        action: '升级指南',
        link: link('zh', '公测说明'),
      },
      {
        label: 'Release',
        title: '25.1 “Scale” is in public beta',
        text: 'Fractional scaling was rewritten: two monitors, one sharpness. Read the known issues and the way back first.',
        action: 'Upgrade guide',
        link: link('en', '公测说明'),
      },
    )),
    ...(await cardsForBothLanguages(
      'docs',
      {
        label: '活动',
        title: '译文周末第六期',
        text: '一起校对四十二页帮助文档，术语表就在手边。',
        action: '认领章节',
        link: link('zh', '译文周末'),
      },
      {
        label: 'Event',
        title: 'Translation Weekend #6',
        text: 'Forty-two help pages, two languages, one glossary at hand.',
        action: 'Take a chapter',
        link: link('en', '译文周末'),
      },
    )),
    ...(await cardsForBothLanguages(
      'install',
      {
        label: '线下',
        title: '安装日：带上旧电脑来',
        text: '志愿者陪你备份、安装、认出每一个硬件。',
        action: '看看在哪',
        link: link('zh', '安装日'),
      },
      {
        label: 'Meet',
        title: 'Install day: bring the old one',
        text: 'Volunteers help you back up, install and find every device.',
        action: 'Find a place',
        link: link('en', 'Install day'),
      },
    )),
  ];
  // For mini programs and the phone app, whose addresses differ from the site's.
  const appCard = {
    title: '25.1「比例尺」开放公测',
    link: `/pages/thread/thread?id=${threadAbout('公测说明') ?? 1}`,
    language: 'zh',
    device: 'weapp',
    img: await url('carousel-scale-phone', 1074),
  };
  carousel.push(appCard);
  const activities = [
    {
      title: '公测找茬：提交可复现的缺陷，换限定徽章',
      text: '进行中',
      language: 'zh',
      link: link('zh', '找茬'),
      img: await url('activity-beta', 192),
    },
    {
      title: 'Beta hunt: reproducible bugs earn a badge',
      text: 'Running',
      language: 'en',
      link: link('en', '找茬'),
      img: await url('activity-beta', 192),
    },
    {
      title: '译文周末第六期：一起校对帮助文档',
      text: '周六 14:00 · 线上',
      language: 'zh',
      link: link('zh', '译文周末'),
      img: await url('activity-docs', 192),
    },
    {
      title: 'Translation weekend: proofread with us',
      text: 'Saturday 14:00 · online',
      language: 'en',
      link: link('en', '译文周末'),
      img: await url('activity-docs', 192),
    },
    {
      title: 'Porting clinic: bring your app to fractional scaling',
      text: 'Wednesday 20:00 · English',
      language: 'all',
      link: link('en', 'clinic'),
      img: await url('activity-clinic', 192),
    },
  ];
  const date = (lang: string) =>
    day.toLocaleDateString(lang, { month: 'long', day: 'numeric', timeZone: 'Asia/Shanghai' });
  return [
    {
      id: 1,
      field: 'notify',
      value: {
        text: `${date('zh-CN')} 02:00–04:00 社区例行维护，期间可以浏览，暂时不能发帖。`,
        text_en: `Maintenance on ${date('en-GB')}, 02:00–04:00 (UTC+8): you can read but not post.`,
        link: '',
        level: 'info',
      },
    },
    { id: 2, field: 'activities', value: { cards: activities } },
    { id: 3, field: 'carousel', value: { cards: carousel } },
    {
      id: 4,
      field: 'weixin_share',
      value: {
        debug: false,
        title_max_length: 30,
        title_suffix: '－社区－蓝图系统',
        daemon: '',
        default_img: (await draw('carousel-scale-phone', 1074)).url,
      },
    },
    { id: 5, field: 'iframe_allow', value: { daemon: ['bilibili.com', 'youtube.com'] } },
    { id: 6, field: 'search_words', value: { groups: SEARCH_WORDS.join('\n') } },
  ];
}
