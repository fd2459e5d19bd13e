import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { ApiKey } from '../api.ts';
import { KeyName } from './key-table.tsx';
import { TEXT } from './text.ts';

export function RevokedKeys({ keys }: { keys: readonly ApiKey[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  if (keys.length === 0) return null;
  return (
    <Disclosure className="revoked-keys" summary={text.revokedKeys(formats.number(keys.length))}>
      <ul className="card">
        {keys.map((key) => (
          <li key={key.id}>
            <KeyName apiKey={key} />
            <div className="revoked-why">
              {key.revoked_at && (
                <time dateTime={key.revoked_at} title={formats.exactTime(key.revoked_at)}>
                  {text.revokedAt(formats.dateTime(key.revoked_at))}
                </time>
              )}
              {key.revoked_reason && <bdi>{key.revoked_reason}</bdi>}
            </div>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
