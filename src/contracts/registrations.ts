/* Registry of site registrations in China (备案). */

export const REGISTRY_URL = 'https://beian.miit.gov.cn/';

/** A police registration's page, found by the digits of its number. */
export function policeRecordUrl(text: string): string {
  const digits = /\d{8,20}/.exec(text)?.[0];
  return `https://beian.mps.gov.cn/#/query/webSearch${digits ? `?code=${digits}` : ''}`;
}
