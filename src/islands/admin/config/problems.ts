import { type ConfigName, isHost, isLink } from '#contracts/wire/admin-config.ts';
import type { T } from '#i18n/key.ts';
import type { Values } from './values.ts';

/**
 * What the server would refuse, said beside the fields before it has to (R16). By the path of the
 * field.
 */
export function problemsIn(t: T, name: ConfigName, values: Values): Record<string, string> {
  const found: Record<string, string> = {};
  const link = (path: string, text = '') => {
    if (text.trim() !== '' && !isLink(text.trim())) found[path] = t('admin.config.problem.link');
  };
  link('link', values.link);
  link('default_img', values.default_img);
  for (const [index, card] of (values.cards ?? []).entries()) {
    if (!card.title?.trim()) found[`cards.${index}.title`] = t('admin.config.problem.title');
    link(`cards.${index}.link`, card.link);
    link(`cards.${index}.img.url`, card.img?.url);
  }
  if (name === 'iframe_allow')
    for (const [index, host] of (values.daemon as string[]).entries())
      if (!isHost(host.trim().toLowerCase()))
        found[`daemon.${index}`] = t('admin.config.problem.host');
  const length = values.title_max_length;
  if (
    name === 'weixin_share' &&
    !(Number.isInteger(length) && (length ?? 0) >= 5 && (length ?? 0) <= 100)
  )
    found.title_max_length = t('admin.config.problem.number', { min: 5, max: 100 });
  return found;
}
