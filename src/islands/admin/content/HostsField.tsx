import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { TextField } from '../form/form-fields.tsx';
import type { ConfigProblems } from './config-values.ts';

interface Props {
  path: string;
  hosts: readonly string[];
  problems: ConfigProblems;
  onChange(hosts: string[]): void;
}

/** A list of host names, such as those whose frames messages may have (R13). */
export function HostsField({ path, hosts, problems, onChange }: Props) {
  const { t } = useTexts();
  return (
    <div className="hosts">
      {hosts.map((host, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two hosts may be the same
        <div key={index} className="row">
          <TextField
            label={t('admin.config.host', { n: index + 1 })}
            placeholder="player.example.com"
            mono
            max={253}
            value={host}
            problem={problems[`${path}.${index}`]}
            onChange={(text) => onChange(hosts.map((one, other) => (other === index ? text : one)))}
          />
          <button
            type="button"
            className="bare"
            aria-label={t('admin.config.removeHost', { host: host || String(index + 1) })}
            onClick={() => onChange(hosts.filter((_, other) => other !== index))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      {hosts.length === 0 && <p className="hint">{t('admin.config.noHosts')}</p>}
      <p className="row">
        <Button onClick={() => onChange([...hosts, ''])}>
          <Icon name="plus" />
          {t('admin.config.addHost')}
        </Button>
      </p>
    </div>
  );
}
