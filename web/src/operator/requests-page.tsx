/** Requests of accounts for more certificates, which the operator grants or refuses. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { Page } from '../dashboard/page.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextArea, WholeNumberField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { type AllowanceRequest, operatorApi } from './api.ts';
import { useAct } from './proof.tsx';
import { OPERATOR_TEXT } from './text.ts';
import { When } from './today-page.tsx';

const STATUSES = ['open', 'granted', 'refused'] as const;

export function RequestsPage() {
  const { requests: text } = useText(OPERATOR_TEXT);
  const [params, setParams] = useSearchParams();
  const status = STATUSES.find((one) => one === params.get('status')) ?? 'open';
  const found = useQuery({
    queryKey: ['operator', 'requests', status],
    queryFn: () => operatorApi.listAllowanceRequests({ status, limit: 200 }),
  });
  return (
    <Page title={text.title} intro={text.intro}>
      <div className="op-filters">
        <Select
          label={text.status}
          value={status}
          options={STATUSES.map((value) => ({ value, label: text.statuses[value] }))}
          onChange={(value) => setParams(value === 'open' ? {} : { status: value }, { replace: true })}
        />
      </div>
      <Loaded found={found} lines={6} frame="card">
        {({ requests }) =>
          requests.length === 0 ? (
            <Card>
              <EmptyState icon="check" title={text.noneTitle}>
                {text.none}
              </EmptyState>
            </Card>
          ) : (
            requests.map((request) => <RequestCard key={request.id} request={request} isLinked />)
          )
        }
      </Loaded>
    </Page>
  );
}

export function RequestCard({
  request,
  isLinked = false,
}: {
  request: AllowanceRequest;
  isLinked?: boolean;
}) {
  const { requests: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const [asking, setAsking] = useState<'grant' | 'refuse'>();
  const { account, asked_by, certificates, status, answer } = request;
  const title = text.wants(formats.number(certificates));
  const close = () => setAsking(undefined);
  return (
    <Card
      title={isLinked ? <Link href={`/accounts/${account.id}`}>{account.name}</Link> : title}
      note={isLinked ? title : undefined}
      actions={<Badge tone={TONES[status]}>{text.statuses[status]}</Badge>}
    >
      <div className="stack">
        <blockquote className="op-reason">
          <bdi>{request.reason}</bdi>
        </blockquote>
        <p className="muted small">
          {asked_by?.name ?? text.nobody} {asked_by && `(${asked_by.email})`} ·{' '}
          <When at={request.created_at} /> · {text.left(formats.number(account.certificates_left))}
        </p>
        {request.certificates_granted !== null && (
          <p>{text.granted(formats.number(request.certificates_granted))}</p>
        )}
        {answer !== null && (
          <p>
            {text.answered} <bdi>{answer}</bdi>
          </p>
        )}
        {status === 'open' && (
          <div className="row gap-small">
            <Button variant="primary" icon="check" onClick={() => setAsking('grant')}>
              {text.grant}
            </Button>
            <Button variant="danger" onClick={() => setAsking('refuse')}>
              {text.refuse}
            </Button>
          </div>
        )}
      </div>
      {asking === 'grant' && <GrantDialog request={request} onClose={close} />}
      {asking === 'refuse' && <RefuseDialog request={request} onClose={close} />}
    </Card>
  );
}

const TONES = { open: 'warn', granted: 'good', refused: 'plain' } as const;
const AFTER = [
  ['operator', 'requests'],
  ['operator', 'accounts'],
  ['operator', 'account'],
];

type DialogProps = { request: AllowanceRequest; onClose: () => void };

function GrantDialog({ request, onClose }: DialogProps) {
  const { requests: text } = useText(OPERATOR_TEXT);
  const [certificates, setCertificates] = useState(String(request.certificates));
  const [answer, setAnswer] = useState('');
  const grant = useAct(
    () =>
      operatorApi.grantAllowanceRequest(request.id, {
        certificates: Number(certificates),
        ...(answer.trim() && { answer: answer.trim() }),
      }),
    { refreshes: AFTER, say: text.done, onDone: onClose },
  );
  return (
    <FormDialog
      title={text.grantTitle(request.account.name)}
      submit={text.grant}
      change={grant}
      onClose={onClose}
    >
      <WholeNumberField label={text.howMany} value={certificates} onChange={setCertificates} />
      <TextArea
        label={text.answer}
        hint={text.answerHint}
        optional
        rows={3}
        maxLength={500}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
    </FormDialog>
  );
}

function RefuseDialog({ request, onClose }: DialogProps) {
  const { requests: text } = useText(OPERATOR_TEXT);
  const [answer, setAnswer] = useState('');
  const refuse = useAct(() => operatorApi.refuseAllowanceRequest(request.id, { answer: answer.trim() }), {
    refreshes: AFTER,
    say: text.done,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text.refuseTitle(request.account.name)}
      submit={text.refuse}
      danger
      change={refuse}
      onClose={onClose}
    >
      <TextArea
        label={text.answer}
        hint={text.answerHint}
        rows={3}
        maxLength={500}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
    </FormDialog>
  );
}
