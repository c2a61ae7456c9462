/* Where the numbers can be looked up under which sites are registered in China (备案). */

export const REGISTRY_URL = 'https://beian.miit.gov.cn/';

/** The page about a number that the police gave out, which is found by the digits in it. */
export function policeRecordUrl(text: string): string {
  const digits = /\d{8,20}/.exec(text)?.[0];
  return `https://beian.mps.gov.cn/#/query/webSearch${digits ? `?code=${digits}` : ''}`;
}
