/** What somebody can report a post for: what is sent back as report_type. */
export const REPORT_KINDS = [
  { type: 'spam', name: '广告或灌水', name_en: 'Spam or advertising' },
  { type: 'abuse', name: '人身攻击或骚扰', name_en: 'Personal attack or harassment' },
  { type: 'illegal', name: '违法或有害内容', name_en: 'Illegal or harmful content' },
  { type: 'privacy', name: '泄露隐私', name_en: 'Personal data of others' },
  { type: 'plagiarism', name: '抄袭或侵权', name_en: 'Plagiarism or copyright' },
  { type: 'offtopic', name: '与版块主题无关', name_en: 'Off-topic in this forum' },
  { type: 'other', name: '其他', name_en: 'Something else' },
] as const;

export type ReportKind = (typeof REPORT_KINDS)[number]['type'];

/** Numbered, as deployed clients keep the choice by a number. */
export const presentReportKinds = () => REPORT_KINDS.map((kind, index) => ({ id: index + 1, ...kind }));
