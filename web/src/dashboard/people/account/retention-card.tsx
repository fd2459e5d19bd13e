import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { WholeNumberField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { api } from '../../api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { ME, useAccount } from '../session.ts';
import { PasswordDialog } from '../settings/password-dialog.tsx';
import { TEXT } from './text.ts';

const USUAL_DAYS = ['30', '90', '365', '1825'] as const;
const MOST_DAYS = 36_500;

/** For how long original files are kept. */
export function RetentionCard() {
  const { retention: text } = useText(TEXT);
  const { keep_files_days: kept } = useAccount();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.title}>
      <div className="stack settings-form">
        <p>{kept === null ? text.forever : text.forDays(kept)}</p>
        <p className="muted">{text.note}</p>
        <div className="row">
          <Button onClick={() => setOpen(true)}>{text.change}</Button>
        </div>
      </div>
      {isOpen && <ChangeDialog kept={kept} onClose={() => setOpen(false)} />}
    </Card>
  );
}

type Choice = 'forever' | 'other' | (typeof USUAL_DAYS)[number];

function choiceOf(kept: number | null): Choice {
  if (kept === null) return 'forever';
  return USUAL_DAYS.find((days) => Number(days) === kept) ?? 'other';
}

function ChangeDialog({ kept, onClose }: { kept: number | null; onClose: () => void }) {
  const { retention: text } = useText(TEXT);
  const [choice, setChoice] = useState<Choice>(choiceOf(kept));
  const [typed, setTyped] = useState(kept === null ? '' : String(kept));
  const days = choice === 'forever' ? null : Number(choice === 'other' ? typed : choice);
  const change = useChange(
    async (owner: Owner) => api.setRetention({ ...(await provenBy(owner)), keep_files_days: days }),
    { awaits: [ME], say: text.done, onDone: onClose },
  );
  const erasesMore = days !== null && (kept === null || days < kept);
  return (
    <PasswordDialog
      title={text.changeTitle}
      submit={text.submit}
      danger={erasesMore}
      change={change}
      asksForFactor
      onClose={onClose}
    >
      <Select
        label={text.howLong}
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'forever', label: text.choices.forever },
          ...USUAL_DAYS.map((value) => ({ value, label: text.choices[value] })),
          { value: 'other', label: text.choices.other },
        ]}
      />
      {choice === 'other' && (
        <WholeNumberField label={text.days} max={MOST_DAYS} value={typed} onChange={setTyped} />
      )}
      {erasesMore && <Note tone="warn">{text.warning}</Note>}
    </PasswordDialog>
  );
}
