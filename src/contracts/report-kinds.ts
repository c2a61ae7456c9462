/** Deployed clients send the index (from 1), with a message for the tenth: never reorder. */
export const REPORT_KINDS = [
  { type: 'spam', name: '广告或灌水', name_en: 'Spam or advertising' },
  { type: 'abuse', name: '人身攻击或骚扰', name_en: 'Personal attack or harassment' },
  { type: 'illegal', name: '违法或有害内容', name_en: 'Illegal or harmful content' },
  { type: 'privacy', name: '泄露隐私', name_en: 'Personal data of others' },
  { type: 'plagiarism', name: '抄袭或侵权', name_en: 'Plagiarism or copyright' },
  { type: 'offtopic', name: '与版块主题无关', name_en: 'Off-topic in this forum' },
  { type: 'sexual', name: '色情低俗', name_en: 'Sexual content' },
  { type: 'fraud', name: '诈骗或钓鱼', name_en: 'Fraud or phishing' },
  { type: 'malware', name: '恶意软件或危险的命令', name_en: 'Malware or dangerous commands' },
  { type: 'other', name: '其他', name_en: 'Something else' },
] as const;

export type ReportKind = (typeof REPORT_KINDS)[number]['type'];

export const isReportKind = (text: string): text is ReportKind =>
  REPORT_KINDS.some(({ type }) => type === text);
