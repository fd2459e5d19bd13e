import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { TextArea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { TEXT } from './text.ts';

type ReasonDialogProps = {
  decision: 'reject' | 'revoke';
  count: number;
  busy: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
};

/** Rejecting and revoking need a reason; revoking is told plainly, because points in force are taken away. */
export function ReasonDialog({ decision, count, busy, onReason, onClose }: ReasonDialogProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [reason, setReason] = useState('');
  const number = formats.number(count);
  const isRevoke = decision === 'revoke';
  return (
    <FormDialog
      title={isRevoke ? text.revokeTitle(number) : text.rejectTitle(number)}
      submit={isRevoke ? text.revoke : text.reject}
      danger
      busy={busy}
      onSubmit={() => onReason(reason.trim())}
      onClose={onClose}
    >
      {isRevoke && <Note tone="warn">{text.revokeWarning}</Note>}
      <TextArea
        label={text.reason}
        hint={text.reasonHint}
        maxLength={2_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
