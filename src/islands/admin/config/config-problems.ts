import { type ConfigName, isHost, isLink } from '#contracts/wire/admin-config.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import type { ConfigValues } from './config-values.ts';

/**
 * What the server would refuse, said beside the fields before it has to (R16). By the path of the
 * field.
 */
export function findConfigProblems(
  t: TFunction,
  name: ConfigName,
  values: ConfigValues,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const checkLink = (path: string, text = '') => {
    if (text.trim() !== '' && !isLink(text.trim())) problems[path] = t('admin.config.problem.link');
  };
  checkLink('link', values.link);
  checkLink('default_img', values.default_img);
  for (const [index, card] of (values.cards ?? []).entries()) {
    if (!card.title?.trim()) problems[`cards.${index}.title`] = t('admin.config.problem.title');
    checkLink(`cards.${index}.link`, card.link);
    checkLink(`cards.${index}.img.url`, card.img?.url);
  }
  if (name === 'iframe_allow')
    for (const [index, host] of (values.daemon as string[]).entries())
      if (!isHost(host.trim().toLowerCase()))
        problems[`daemon.${index}`] = t('admin.config.problem.host');
  const length = values.title_max_length;
  if (
    name === 'weixin_share' &&
    !(Number.isInteger(length) && (length ?? 0) >= 5 && (length ?? 0) <= 100)
  )
    problems.title_max_length = t('admin.config.problem.number', { min: 5, max: 100 });
  return problems;
}
