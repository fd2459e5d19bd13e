/**
 * A form that asks for the password and for any second factor only if `isProven`: when somebody becomes an owner or
 * stops being one.
 */

import type { ReactNode } from 'react';
import type { Change } from '../../../ui/change.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { Owner } from '../passkeys/ceremony.ts';
import { PasswordDialog } from '../settings/password-dialog.tsx';

type ProvenDialogProps = {
  isProven: boolean;
  title: string;
  submit: string;
  danger?: boolean;
  change: Change<Owner | undefined>;
  onClose: () => void;
  children: ReactNode;
};

export function ProvenDialog({ isProven, change, ...dialog }: ProvenDialogProps) {
  return isProven ? (
    <PasswordDialog {...dialog} asksForFactor change={change} />
  ) : (
    <FormDialog {...dialog} change={change} onSubmit={() => change.mutate(undefined)} />
  );
}
