import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { Change } from '../../../ui/change.ts';
import { Note } from '../../../ui/note.tsx';
import { ReasonDialog } from '../reason.tsx';
import { TEXT } from './text.ts';

type AwardReasonProps = {
  decision: 'reject' | 'revoke';
  count: number;
  change: Change<string>;
  onClose: () => void;
};

/** Rejecting and revoking need a reason. The dialog warns before revoking, because a revocation takes points away. */
export function AwardReasonDialog({ decision, count, change, onClose }: AwardReasonProps) {
  const text = useText(TEXT);
  const number = useFormats().number(count);
  const isRevoke = decision === 'revoke';
  return (
    <ReasonDialog
      title={isRevoke ? text.revokeTitle(number) : text.rejectTitle(number)}
      submit={isRevoke ? text.revoke : text.reject}
      danger
      hint={text.reasonHint}
      change={change}
      onClose={onClose}
    >
      {isRevoke && <Note tone="warn">{text.revokeWarning}</Note>}
    </ReasonDialog>
  );
}
