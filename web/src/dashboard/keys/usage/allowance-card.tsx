/** Shows how many certificates are left and who used them, and asks the operator for more. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextArea, WholeNumberField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { type Answer, api } from '../../api.ts';
import { May } from '../../may.tsx';
import { ME } from '../../people/session.ts';
import { useChange } from '../../use-change.ts';
import { ALLOWANCE_TEXT } from './allowance-text.ts';

const ALLOWANCE = ['allowance'] as const;

type Allowance = Answer<'getAllowance'>;

export function AllowanceCard() {
  const text = useText(ALLOWANCE_TEXT);
  const found = useQuery({ queryKey: ALLOWANCE, queryFn: api.getAllowance });
  return (
    <Card title={text.title} note={text.note}>
      <Loaded found={found} lines={4}>
        {(allowance) => <Figures allowance={allowance} />}
      </Loaded>
    </Card>
  );
}

function Figures({ allowance }: { allowance: Allowance }) {
  const text = useText(ALLOWANCE_TEXT);
  const formats = useFormats();
  const { certificates_left: left, certificates_granted: granted, low, by, requests } = allowance;
  return (
    <div className="stack">
      <ProgressBar
        label={text.left}
        note={text.leftOf(formats.number(left), formats.number(granted))}
        value={left}
        max={granted}
        tone={low ? 'warn' : 'normal'}
      />
      {low && <Note tone="warn">{left === 0 ? text.none : text.low}</Note>}
      <May act="askForCertificates">
        <AskButton allowance={allowance} />
      </May>
      {allowance.support_url !== null && (
        <p>
          <a href={allowance.support_url} rel="noreferrer">
            {text.support}
          </a>
        </p>
      )}
      {by.length > 0 && (
        <section aria-label={text.by}>
          <h3>{text.by}</h3>
          <ul className="allowance-lines">
            {by.map(({ key_id, name, certificates }) => (
              <li key={key_id ?? 'people'}>
                <bdi>{key_id === null ? text.people : (name ?? text.someKey)}</bdi>
                <strong>{formats.number(certificates)}</strong>
              </li>
            ))}
          </ul>
        </section>
      )}
      {requests.length > 0 && <Requests requests={requests} />}
    </div>
  );
}

const TONES = { open: 'warn', granted: 'good', refused: 'plain' } as const;

function Requests({ requests }: Pick<Allowance, 'requests'>) {
  const text = useText(ALLOWANCE_TEXT);
  const formats = useFormats();
  return (
    <section aria-label={text.requests}>
      <h3>{text.requests}</h3>
      <ul className="allowance-lines">
        {requests.map(({ id, certificates, certificates_granted, status, answer, created_at }) => (
          <li key={id}>
            <span>
              {text.asked(formats.number(certificates), formats.date(created_at))}
              {certificates_granted !== null && ` ${text.granted(formats.number(certificates_granted))}`}
              {answer !== null && (
                <span className="muted">
                  {' '}
                  <bdi>{answer}</bdi>
                </span>
              )}
            </span>
            <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Only one request can be open at a time. */
function AskButton({ allowance }: { allowance: Allowance }) {
  const text = useText(ALLOWANCE_TEXT);
  const [isOpen, setOpen] = useState(false);
  if (allowance.requests.some(({ status }) => status === 'open')) return <Note>{text.waits}</Note>;
  return (
    <div className="row">
      <Button icon="plus" onClick={() => setOpen(true)}>
        {text.ask}
      </Button>
      {isOpen && <AskDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function AskDialog({ onClose }: { onClose: () => void }) {
  const text = useText(ALLOWANCE_TEXT);
  const [certificates, setCertificates] = useState('100');
  const [reason, setReason] = useState('');
  const ask = useChange(
    () => api.askForCertificates({ certificates: Number(certificates), reason: reason.trim() }),
    { awaits: [ALLOWANCE], refreshes: [ME], say: text.sent, onDone: onClose },
  );
  return (
    <FormDialog title={text.ask} submit={text.send} change={ask} onClose={onClose}>
      <p>{text.intro}</p>
      <WholeNumberField label={text.howMany} value={certificates} onChange={setCertificates} />
      <TextArea
        label={text.reason}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
