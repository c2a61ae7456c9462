import { isColour, isReadableColour } from '#contracts/brand-colours.ts';
import {
  type ConfigField,
  type ConfigFields,
  type ConfigName,
  getConfigEntry,
} from '#contracts/config-entries.ts';
import { isHost, isLink, isUpload } from '#contracts/link-rules.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import type { ConfigProblems, ConfigValues } from './config-values.ts';

/** The address in a picture field; cards have it in an object. */
export const toPictureUrl = (value: unknown): string =>
  typeof value === 'string' ? value : ((value as { url?: string } | undefined)?.url ?? '');

/** The problems for which the server would refuse an entry, by the path of the field (R16). */
export function findConfigProblems(
  t: TFunction,
  name: ConfigName,
  values: ConfigValues,
): ConfigProblems {
  const problems: Record<string, string> = {};
  const checkLink = (path: string, link: string) => {
    if (link.trim() !== '' && !isLink(link.trim())) problems[path] = t('admin.config.problem.link');
  };
  const checkField = (path: string, field: ConfigField, value: unknown) => {
    switch (field.kind) {
      case 'text':
        if (field.isRequired && !String(value ?? '').trim())
          problems[path] = t('admin.config.problem.title');
        break;
      case 'link':
        checkLink(path, String(value ?? ''));
        break;
      case 'picture':
        if (field.isUpload) {
          if (value && !isUpload(String(value))) problems[path] = t('admin.config.problem.upload');
          break;
        }
        checkLink(typeof value === 'string' ? path : `${path}.url`, toPictureUrl(value));
        break;
      case 'colour': {
        const colour = String(value ?? '')
          .trim()
          .toLowerCase();
        if (colour === '' || isReadableColour(colour, field.theme)) break;
        problems[path] = t(
          isColour(colour) ? 'admin.config.problem.contrast' : 'admin.config.problem.colour',
        );
        break;
      }
      case 'number':
        if (!Number.isInteger(value) || Number(value) < field.min || Number(value) > field.max)
          problems[path] = t('admin.config.problem.number', { min: field.min, max: field.max });
        break;
      case 'hosts':
        for (const [index, host] of ((value ?? []) as string[]).entries())
          if (!isHost(host.trim().toLowerCase()))
            problems[`${path}.${index}`] = t('admin.config.problem.host');
        break;
      case 'cards':
        for (const [index, card] of ((value ?? []) as ConfigValues[]).entries())
          checkFields(`${path}.${index}.`, field.fields, card);
    }
  };
  const checkFields = (prefix: string, fields: ConfigFields, checked: ConfigValues) => {
    for (const [key, field] of Object.entries(fields))
      checkField(`${prefix}${key}`, field, checked[key]);
  };
  checkFields('', getConfigEntry(name).fields, values);
  return problems;
}
