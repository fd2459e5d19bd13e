import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Passkey } from '../../own-api.ts';
import { RecoveryCodesDialog } from '../settings/recovery-codes-dialog.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { TEXT } from './text.ts';
import { usePasskeyOffer } from './use-passkey-offer.ts';
import { usePasskeys } from './use-passkeys.ts';
import { WhyNot } from './why-not.tsx';

const MOST = 20;

type Step =
  | { name: 'add' }
  | { name: 'remove'; passkey: Passkey }
  | { name: 'codes'; codes: readonly string[] };

export function PasskeysCard() {
  const text = useText(TEXT);
  const offer = usePasskeyOffer();
  const passkeys = usePasskeys();
  const [step, setStep] = useState<Step>();
  const all = passkeys.data?.passkeys ?? [];
  const close = () => setStep(undefined);
  return (
    <Card title={text.title} note={text.note}>
      <div className="stack">
        <Loaded
          found={passkeys}
          lines={2}
          isEmpty={() => all.length === 0}
          empty={offer === 'on' && <p className="muted">{text.none}</p>}
        >
          {() => <PasskeyList passkeys={all} onRemove={(passkey) => setStep({ name: 'remove', passkey })} />}
        </Loaded>
        {offer !== undefined && offer !== 'on' && (
          <Note>
            <WhyNot offer={offer} />
          </Note>
        )}
        {offer === 'on' && all.length >= MOST && <Note>{text.full}</Note>}
        {offer === 'on' && all.length < MOST && (
          <div className="row">
            <Button icon="passkey" onClick={() => setStep({ name: 'add' })}>
              {text.add}
            </Button>
          </div>
        )}
      </div>
      {step?.name === 'add' && (
        <AddPasskeyDialog onClose={close} onCodes={(codes) => setStep({ name: 'codes', codes })} />
      )}
      {step?.name === 'remove' && <RemovePasskeyDialog passkey={step.passkey} onClose={close} />}
      {step?.name === 'codes' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
    </Card>
  );
}

type PasskeyListProps = { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void };

function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <ul className="session-list" aria-label={text.list}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <span className="session-icon">
            <Icon name="passkey" size={20} />
          </span>
          <div className="session-words">
            <strong>
              {passkey.name}{' '}
              {passkey.backed_up && (
                <span title={text.backedUpHint}>
                  <Badge>{text.backedUp}</Badge>
                </span>
              )}
            </strong>
            <span className="muted small">
              {passkey.last_used_at === null
                ? text.unused
                : text.used(formats.relative(passkey.last_used_at))}
            </span>
            <span className="muted small">{text.created(formats.dateTime(passkey.created_at))}</span>
          </div>
          <Button size="small" aria-label={text.removeOf(passkey.name)} onClick={() => onRemove(passkey)}>
            {text.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}
