/** The reason of a decision, which is kept with the record. */

import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import type { Change } from '../../ui/change.ts';
import { TextArea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { COUNCIL_TEXT } from './text.ts';

type ReasonFieldProps = {
  value: string;
  hint?: string | undefined;
  optional?: boolean;
  onChange: (reason: string) => void;
};

export function ReasonField({ onChange, ...field }: ReasonFieldProps) {
  const words = useText(COUNCIL_TEXT);
  return (
    <TextArea
      label={words.reason}
      maxLength={2_000}
      {...field}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type ReasonDialogProps = {
  title: string;
  submit: string;
  icon?: IconName;
  danger?: boolean;
  hint?: string;
  change: Change<string>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that asks for the reason of a decision. */
export function ReasonDialog({ hint, change, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog {...dialog} change={change} onSubmit={() => change.mutate(reason.trim())}>
      {children}
      <ReasonField value={reason} hint={hint} onChange={setReason} />
    </FormDialog>
  );
}
