/* Mail ends only if the address doesn't exist: full boxes, policies, filters and rates change. */

/** Enhanced codes of a missing address or mailbox (RFC 3463, RFC 7505). */
const NO_ADDRESS_CODES = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/** Reasons other than the address, whatever the code says. */
const OTHER_REASONS: readonly RegExp[] = [
  /quota|(?:mail ?)?box(?: is|'s)? (?:\w{1,20} )?full|full mail ?box|insufficient|(?:not|no) enough (?:disk |storage )?space|out of storage|exceed\w{0,4} (?:\w{1,20} ){0,3}(?:storage|limit|size|capacity|allocation)|storage (?:\w{1,20} ){0,2}(?:full|exceed)|over ?(?:limit|size)/i,
  /\b(?:dmarc|spf|dkim|arc|ptr|rdns|reverse dns|helo|ehlo)\b|\bMX or A/i,
  /spam|\bspm\b|junk|unsolicited|virus|malware|phish|\bphrase|\bcontent|reputation|block(?:ed|ing|list)|black ?list|\brbl\b|dnsbl|spamhaus|barracuda|proofpoint|banned|suspicio/i,
  /polic(?:y|ies)|administrative(?:ly)? (?:prohibit|refus|deni)|not authori[sz]ed|permission|prohibited|restrict(?:ed|ion)|(?<!recipient address rejected: )access denied/i,
  /sender(?:'s)? (?:\w{1,20} )?(?:address|domain|e?mail|account|is|was|not|verif|reject|denied|block|unknown|invalid|does)|bad sender|invalid sender|unknown sender|mail from (?:command )?(?:domain|rejected|not)|from address|relay(?:ing)? (?:access )?(?:denied|not|is not)|unable to relay|cannot relay|not permitted to relay/i,
  /\brat(?:e|ing) ?(?:limit|control|exceed|of)|at a rate|\brate\b|frequen|throttl|too (?:many|much|fast|large|big|long|old|busy)|grey ?list|defer|try (?:again|later)|temporar|timed? ?out|expired \(|message expired|retry time|connection (?:refused|reset|closed|lost)|connect to|delay|\bloop|\bhops?\b|not respond|unreachable|no answer|lost connection|server (?:busy|error|failure)|starttls|\btls\b|certificate/i,
  /size (?:limit|exceed)|message (?:size|too)|maximum (?:message )?size|line too long|attachment|syntax|unsupported|8bit|smtputf8/i,
  /容量|空间(?:不足|已满)|已满|超出|超过|垃圾|病毒|拒收|拒绝接收|黑名单|频率|频繁|限制|策略|稍后|重试|超时|发件人|发信人|敏感|内容|大小/,
];

/** Phrases of mail servers for a missing address. */
const NO_ADDRESS_TEXTS: readonly RegExp[] = [
  /(?:user|recipient|address|mail ?box|account|local[- ]?part|alias|mail ?name|destination)(?: name| address| e?mail)?(?: for)?\W{0,3}(?:x@y)?\W{0,3}(?:is |was |are )?(?:unknown|not found|not exists?\b|not known|invalid|unrecogni[sz]ed|un(?:avail|deliver)able|disabled|inactive|suspended|terminated|deactivated|deleted|discontinued|closed|expired|has been (?:disabled|deactivated|closed|deleted|suspended|removed|discontinued)|(?:does|do|dos)(?: not|n't|n’t) exists?|could not be found|cannot be found|no longer)/i,
  /(?:unknown|invalid|no such|non-?exist(?:ent|ant|ing)|unrecogni[sz]ed|undeliverable|bad destination|obsolete) (?:or \w{1,20} )?(?:virtual |local |final |e?mail )?(?:user|recipient|mail ?box|address|account|local[- ]?part|alias|person|domain|host|destination)/i,
  /no (?:such )?(?:mail ?box|user|account|person|one|recipient)s? (?:\w{1,20} ){0,2}(?:here|by that name|by this name|at this|with|found|has)|there is no one at this|no mail ?box (?:here )?by that name/i,
  /(?:rcpt|recipient) (?:\S{1,80} )?do\w{0,3}(?:n['’]?t| not) exist|not a (?:valid|known|local) (?:mail ?box|user|recipient|address|account)|is not (?:a )?known (?:user|here)|not our customer|not listed in|unrout(?:e)?able (?:address|mail domain)|RecipientNotFound|(?:user|account|mailbox) (?:that )?you (?:tried|are trying) to (?:reach|contact) (?:is (?:disabled|inactive)|does not exist)|user doesn['’]t have an? \S{1,60} account|no longer (?:exists?|active|available|valid|in (?:use|service)|with|employed|works|accept)|never logged in/i,
  /(?:domain|host)(?: or domain)?(?: name)? (?:not found|does not exist|is (?:invalid|unknown)|doesn['’]t exist)|host unknown|name or service not known|nxdomain|no such domain|null ?mx|invalid rcptto|does not accept mail|unknown host|couldn['’]t find any host|no mx record/i,
  /\b5\.4\.1\b.{0,200}recipient address rejected: access denied/i,
  /(?:用户|收件人|收信人|邮箱|邮件地址|帐[号户]|账[号户]|地址|域名|该用户)(?:名|邮箱|邮件地址|地址)?\S{0,40}?(?:不存在|未找到|无效|已(?:停用|禁用|注销|冻结|失效|删除)|错误)|(?:无此|查无此|没有此|没有这个|找不到)(?:用户|邮箱|帐号|账号|收件人|地址|域名|该)/,
];

/** Exim's guess, which precedes the reason. */
const HEDGE = /the account or domain may not exist, they may be blacklisted[^.]{0,100}\./i;

/** Whether the response has a 4xx code and no 5xx code. */
const isTemporary = (text: string): boolean =>
  !/\b5(?:\.\d{1,3}\.\d{1,3}|\d\d)\b/.test(text) && /\b4(?:\.\d{1,3}\.\d{1,3}|\d\d)\b/.test(text);

/** Whether the address doesn't exist. Reasons that may pass or blame the email override codes. */
export function isNoSuchAddress(said: string): boolean {
  // addresses may contain any word, and continuation lines repeat the code
  const text = said
    .replace(/\r?\n(?:5\d\d[- ](?:5\.\d{1,3}\.\d{1,3} )?)?\s*/g, ' ')
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(HEDGE, '');
  if (isTemporary(text)) return false;
  const words = text
    .split(/([^\w.+=@-]+)/)
    .map((part) => (part.includes('@') ? 'x@y' : part))
    .join('');
  if (OTHER_REASONS.some((reason) => reason.test(words))) return false;
  return NO_ADDRESS_CODES.test(text) || NO_ADDRESS_TEXTS.some((reason) => reason.test(words));
}
