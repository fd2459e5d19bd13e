import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { deviceName } from '../device-name.ts';
import { ME } from '../session.ts';
import { PasswordDialog } from '../settings/password-dialog.tsx';
import { addPasskey, type Proof } from './ceremony.ts';
import { TEXT } from './text.ts';
import { PASSKEYS } from './use-passkeys.ts';

type AddPasskeyDialogProps = { onClose: () => void; onCodes: (codes: readonly string[]) => void };

export function AddPasskeyDialog({ onClose, onCodes }: AddPasskeyDialogProps) {
  const text = useText(TEXT);
  const toast = useToast();
  const queries = useQueryClient();
  const [name, setName] = useState(() => deviceName(navigator.userAgent, text.device) ?? '');
  const add = useMutation({
    mutationFn: ({ password, proof }: { password: string; proof: Proof | undefined }) =>
      addPasskey(name.trim(), password, proof),
    onSuccess: async ({ recovery_codes }) => {
      await Promise.all([PASSKEYS, ME].map((queryKey) => queries.invalidateQueries({ queryKey })));
      toast(text.added);
      if (recovery_codes === null) onClose();
      else onCodes(recovery_codes);
    },
  });
  return (
    <PasswordDialog
      title={text.addTitle}
      submit={text.addSubmit}
      busy={add.isPending}
      error={add.error}
      onPassword={(password, proof) => add.mutate({ password, proof })}
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
