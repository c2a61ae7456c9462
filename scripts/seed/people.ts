/** The people of the demo community. `handle` is how content files name them; ids follow the order, from 10000. */
export interface Person {
  handle: string;
  nickname: string;
  /** Credits decide the level, see levels in community.ts. */
  credits: number;
  group?: 'super' | 'admin' | 'official' | 'moderator' | 'member';
  /** What the person writes in, mostly. */
  lang: 'zh' | 'en';
  desc: string;
  /** Coloured labels beside the name on the person's page. */
  tags?: string[];
  /** Years since joining. */
  years?: number;
  /** Forums that the person moderates, by slug. */
  moderates?: string[];
  banned?: { reason: string; hideContent: boolean };
}

export const people: Person[] = [
  { handle: 'ruogu', nickname: '若谷', credits: 18200, group: 'super', lang: 'zh', desc: '蓝图系统产品组。把大家说的话一条条抄下来，再一条条划掉。', tags: ['产品组'], years: 7 },
  {
    handle: 'jonas',
    nickname: 'Jonas Weber',
    credits: 15400,
    group: 'admin',
    lang: 'en',
    desc: 'Community lead. Answers in English and German, reads Chinese slowly.',
    tags: ['Community team'],
    years: 6,
    moderates: ['desktop', 'contributing'],
  },
  { handle: 'chigui', nickname: '尺规作图', credits: 12900, group: 'moderator', lang: 'zh', desc: '显示组外编人员。相信大多数“玄学”都能用一条命令看见。', tags: ['显示', 'Wayland', '字体渲染', '公测先锋'], years: 6, moderates: ['desktop'] },
  { handle: 'yimeixiangsu', nickname: '一枚像素', credits: 7400, lang: 'zh', desc: '画图标的，偶尔修一修渲染。', tags: ['图标', '主题'], years: 5 },
  { handle: 'linjian', nickname: '林间小路', credits: 1300, lang: 'zh', desc: '从别的系统搬来第三年，还在拆箱。', years: 3 },
  { handle: 'laozhou', nickname: '老周爱折腾', credits: 7900, lang: 'zh', desc: '家里十一台旧电脑，每一台都有活干。', tags: ['硬件达人', '旧机复活'], years: 8 },
  { handle: 'marta', nickname: 'Marta Oliveira', credits: 3600, lang: 'en', desc: 'Lisbon. Writes down what the manual forgot.', tags: ['Documentation'], years: 4 },
  { handle: 'xiaoman', nickname: '小满', credits: 4800, lang: 'zh', desc: '写前端，养两只猫，终端用户组终身会员。', years: 4 },
  { handle: 'qiyue', nickname: '七月的雨', credits: 620, lang: 'zh', desc: '办公室里那个“会修打印机的人”。', years: 2 },
  { handle: 'dabao', nickname: '打包匠人', credits: 10800, group: 'moderator', lang: 'zh', desc: '软件包打了九百多个，最怕看到 vendor 目录。', tags: ['打包', '构建'], years: 6, moderates: ['packaging', 'apps'] },
  { handle: 'ache', nickname: '阿澈', credits: 2200, lang: 'zh', desc: '做产品设计，专提小建议。', years: 3 },
  { handle: 'xiangcai', nickname: '不吃香菜', credits: 260, lang: 'zh', desc: '双系统用户，第二块硬盘上是期末论文。', years: 1 },
  { handle: 'kenji', nickname: 'Kenji Watanabe', credits: 4900, lang: 'en', desc: 'D-Bus, portals, and small tools that do one thing.', tags: ['Developer'], years: 4 },
  { handle: 'wendang', nickname: '文档组·采薇', credits: 10200, group: 'official', lang: 'zh', desc: '帮助文档的责任编辑。看到错别字请直接艾特我。', tags: ['官方', '文档组'], years: 5, moderates: ['docs'] },
  { handle: 'dongzhi', nickname: '冬至', credits: 540, lang: 'zh', desc: '笔记本常年插着电，仍然关心电池。', years: 2 },
  { handle: 'banbei', nickname: '半杯凉茶', credits: 3300, lang: 'zh', desc: '茶座常驻，偶尔写点正经东西。', years: 5, moderates: ['tea'] },
  { handle: 'xianka', nickname: '显卡修理工', credits: 13600, group: 'moderator', lang: 'zh', desc: '修驱动不修卡，风扇请出门右转。', tags: ['显卡', '内核', '硬件达人'], years: 7, moderates: ['hardware', 'kernel'] },
  { handle: 'qingshi', nickname: '青石板', credits: 2400, lang: 'zh', desc: '输入法重度用户，五笔打了二十年。', years: 4 },
  { handle: 'dayin', nickname: '打印社区志愿者', credits: 8800, lang: 'zh', desc: '打印与扫描，不限品牌，只限耐心。', tags: ['打印', '志愿者'], years: 5 },
  { handle: 'hanna', nickname: 'Hanna Virtanen', credits: 2500, lang: 'en', desc: 'Night shifts, night colour, Helsinki.', years: 3 },
  { handle: 'tomas', nickname: 'Tomás Ibarra', credits: 5200, lang: 'en', desc: 'Makes docks quieter and wallpapers louder.', tags: ['Theming'], years: 4, moderates: ['theming'] },
  { handle: 'priya', nickname: 'Priya N.', credits: 3900, lang: 'en', desc: 'Accessibility tester. If I can reach it by keyboard, so can you.', tags: ['Accessibility'], years: 3 },
  { handle: 'arjun', nickname: 'Arjun', credits: 700, lang: 'en', desc: 'Docking stations and the people who sell them.', years: 1 },
  { handle: 'rhys', nickname: 'Rhys', credits: 180, lang: 'en', desc: 'From Llanfairpwll. Yes, the long one.', years: 1 },
  { handle: 'oluwaseun', nickname: 'Oluwaseun', credits: 560, lang: 'en', desc: 'Video editor in Lagos, two monitors, one opinion.', years: 2 },
  { handle: 'pixel', nickname: 'Pixel', credits: 7100, lang: 'en', desc: 'Draws wallpapers as engineering sheets.', tags: ['Artist'], years: 5 },
  { handle: 'gpumech', nickname: 'GPU mechanic', credits: 6100, lang: 'en', desc: 'Kernel logs before coffee.', tags: ['Graphics'], years: 4 },
  { handle: 'halfatea', nickname: 'Half a Tea', credits: 2900, lang: 'en', desc: 'The English table of the tea room.', years: 3 },
  { handle: 'neihe', nickname: '内核漫步者', credits: 9300, lang: 'zh', desc: '每个版本的 changelog 都读，读完就忘。', tags: ['内核'], years: 6, moderates: ['kernel'] },
  { handle: 'anquan', nickname: '门闩', credits: 6700, lang: 'zh', desc: '安全工程师。默认关门，出门带钥匙。', tags: ['安全'], years: 5, moderates: ['security'] },
  { handle: 'yunwei', nickname: '凌晨三点的运维', credits: 8300, lang: 'zh', desc: '管着四百台服务器和一只不睡觉的手机。', tags: ['运维', '服务器'], years: 6, moderates: ['server', 'virtualization'] },
  { handle: 'fanyi', nickname: '译者小何', credits: 4300, lang: 'zh', desc: '翻译组周末班。术语表比正文长。', tags: ['翻译组'], years: 4, moderates: ['docs'] },
  { handle: 'wangluo', nickname: '网线头', credits: 5600, lang: 'zh', desc: '组网、路由、抓包，水晶头压得很整齐。', tags: ['网络'], years: 5, moderates: ['network'] },
  { handle: 'youxi', nickname: '存档点', credits: 3700, lang: 'zh', desc: '只玩通关过的游戏。', tags: ['游戏'], years: 3, moderates: ['gaming'] },
  { handle: 'sheying', nickname: '胶片味', credits: 2700, lang: 'zh', desc: '用开源软件修片十年，色彩管理苦手退散。', tags: ['影音'], years: 4, moderates: ['multimedia'] },
  { handle: 'qiye', nickname: '批量部署老李', credits: 4600, lang: 'zh', desc: '一个人装过两千台，别问手指。', tags: ['企业部署'], years: 5, moderates: ['enterprise'] },
  { handle: 'xuesheng', nickname: '操作系统课代表', credits: 900, lang: 'zh', desc: '大三，正在写实验四。', years: 1 },
  { handle: 'ayi', nickname: '会用电脑的王阿姨', credits: 480, lang: 'zh', desc: '六十三岁，学会了截图和写信。', years: 1 },
  { handle: 'jiaoshi', nickname: '粉笔与键盘', credits: 1500, lang: 'zh', desc: '高中信息课老师，机房四十八台蓝图系统。', years: 3 },
  { handle: 'dianyuan', nickname: '最后百分之三', credits: 1900, lang: 'zh', desc: '研究续航，就是想少带一个充电器。', years: 3, moderates: ['laptop'] },
  { handle: 'lena', nickname: 'Lena Fischer', credits: 3100, lang: 'en', desc: 'Sysadmin at a small university. Reimages for breakfast.', years: 3 },
  { handle: 'samir', nickname: 'Samir Haddad', credits: 2100, lang: 'en', desc: 'Containers on laptops, laptops on trains.', years: 2 },
  { handle: 'grace', nickname: 'Grace Mwangi', credits: 1700, lang: 'en', desc: 'Teaches programming in Nairobi; collects error messages.', years: 2 },
  { handle: 'dmitri', nickname: 'Dmitri K.', credits: 4400, lang: 'en', desc: 'Compilers, linkers, and other people’s build systems.', tags: ['Developer'], years: 4 },
  { handle: 'sofia', nickname: 'Sofía Reyes', credits: 1200, lang: 'en', desc: 'Photographer. Colour profiles are my love language.', years: 2 },
  { handle: 'noah', nickname: 'Noah Lindqvist', credits: 820, lang: 'en', desc: 'Switched last winter. Still finding the light switches.', years: 1 },
  { handle: 'mei', nickname: 'Mei-Lin Tan', credits: 3400, lang: 'en', desc: 'Translates between two timezones and three languages.', tags: ['Translator'], years: 3 },
  { handle: 'ewan', nickname: 'Ewan McRae', credits: 2600, lang: 'en', desc: 'Old ThinkPads, older synthesizers.', years: 4 },
  { handle: 'shubiao', nickname: '鼠标右键', credits: 310, lang: 'zh', desc: '右键菜单整理爱好者。', years: 1 },
  { handle: 'zhuomian', nickname: '桌面清道夫', credits: 1100, lang: 'zh', desc: '桌面上最多放三个图标。', years: 2 },
  { handle: 'shuji', nickname: '书脊', credits: 950, lang: 'zh', desc: '用蓝图系统写小说，已存 41 万字。', years: 2 },
  { handle: 'yinfu', nickname: '休止符', credits: 1400, lang: 'zh', desc: '低延迟音频用户，缓冲区 64。', years: 2 },
  { handle: 'luyou', nickname: '旁路由', credits: 760, lang: 'zh', desc: '网络拓扑画得比家里装修图还细。', years: 1 },
  { handle: 'jiqi', nickname: '机械硬盘收藏家', credits: 1800, lang: 'zh', desc: '听得出坏道。', years: 4 },
  { handle: 'xinshou', nickname: '刚装好系统', credits: 40, lang: 'zh', desc: '', years: 0 },
  { handle: 'xiaobai', nickname: '问题有点多', credits: 90, lang: 'zh', desc: '问之前先搜了，真的。', years: 0 },
  { handle: 'nadia', nickname: 'Nadia', credits: 60, lang: 'en', desc: '', years: 0 },
  { handle: 'peter', nickname: 'Peter Novák', credits: 150, lang: 'en', desc: 'New here, old elsewhere.', years: 0 },
  { handle: 'halfkeys', nickname: 'half-price-keys', credits: 5, lang: 'en', desc: '', years: 0, banned: { reason: 'Advertises licence keys in replies, after two warnings', hideContent: true } },
  { handle: 'nahan', nickname: '大声呐喊', credits: 130, lang: 'zh', desc: '', years: 1, banned: { reason: '多次辱骂其他坛友，警告后未改', hideContent: false } },
  { handle: 'huashan', nickname: '华山路电脑店', credits: 430, lang: 'zh', desc: '装机、维修、顺便劝人备份。', years: 2 },
  { handle: 'ines', nickname: 'Inês Carvalho', credits: 1050, lang: 'en', desc: 'Organises install days. Brings stickers.', tags: ['Events'], years: 2, moderates: ['events'] },
];
