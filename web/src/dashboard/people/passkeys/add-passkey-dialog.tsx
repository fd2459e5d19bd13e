import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { useChange } from '../../use-change.ts';
import { deviceName } from '../device-name.ts';
import { ME } from '../session.ts';
import { PasswordDialog } from '../settings/password-dialog.tsx';
import { addPasskey, type Owner } from './ceremony.ts';
import { TEXT } from './text.ts';
import { PASSKEYS } from './use-passkeys.ts';

type AddPasskeyDialogProps = { onClose: () => void; onCodes: (codes: readonly string[]) => void };

export function AddPasskeyDialog({ onClose, onCodes }: AddPasskeyDialogProps) {
  const text = useText(TEXT);
  const [name, setName] = useState(() => deviceName(navigator.userAgent, text.device) ?? '');
  const add = useChange((owner: Owner) => addPasskey(name.trim(), owner), {
    awaits: [PASSKEYS, ME],
    say: text.added,
    onDone: ({ recovery_codes }) => (recovery_codes === null ? onClose() : onCodes(recovery_codes)),
  });
  return (
    <PasswordDialog
      title={text.addTitle}
      submit={text.addSubmit}
      change={add}
      asksForFactor
      onClose={onClose}
    >
      <p>{text.addIntro}</p>
      <Field
        label={text.name}
        hint={text.nameHint}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={60}
      />
    </PasswordDialog>
  );
}
