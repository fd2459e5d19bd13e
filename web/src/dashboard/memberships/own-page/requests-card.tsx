/** Corrections that members request in their records: a registrar makes each correction or says why not. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { api, type MemberRequest } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { ReasonDialog } from '../reason.tsx';
import { TEXT } from './text.ts';

const REQUESTS = 'member-requests';

export function RequestsCard() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const found = useQuery({
    queryKey: [REQUESTS, mode],
    queryFn: () => api.listMemberRequests({ mode, status: 'pending', limit: 100, order: 'asc' }),
  });
  return (
    <Card title={text.requests} note={text.requestsNote}>
      <Loaded
        found={found}
        lines={3}
        isEmpty={({ member_requests: requests }) => requests.length === 0}
        empty={<p className="muted">{text.none}</p>}
      >
        {({ member_requests: requests, pagination }) => (
          <>
            <ul className="member-requests">
              {requests.map((request) => (
                <Request key={request.id} request={request} />
              ))}
            </ul>
            {pagination.has_more && <p className="muted small">{text.more}</p>}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Request({ request }: { request: MemberRequest }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [isRejecting, setRejecting] = useState(false);
  const approve = useDecision(request, text.approved);
  return (
    <li>
      <div className="stack gap-small">
        <p>
          <Link href={`/memberships/members/${request.member_id}`}>
            <bdi>{request.member.name}</bdi>
          </Link>{' '}
          <span className="muted">{request.member.member_number}</span>
        </p>
        <dl>
          {request.fields.map((field) => (
            <div key={field}>
              <dt>{text.fields[field]}</dt>
              <dd>
                <span className="muted request-before">
                  <span className="visually-hidden">{text.before} </span>
                  {request.current?.[field] ?? <em>{text.nothingBefore}</em>}
                </span>{' '}
                <span aria-hidden="true">→</span> <span className="visually-hidden">{text.wanted} </span>
                {request.changes?.[field] ?? <em>{text.cleared}</em>}
              </dd>
            </div>
          ))}
        </dl>
        <p className="muted small">{text.askedOn(formats.dateTime(request.created_at))}</p>
      </div>
      <May act="approveMemberRequest">
        <div className="row gap-small">
          <Button icon="check" busy={approve.isPending} onClick={() => approve.mutate({ approve: true })}>
            {text.approve}
          </Button>
          <Button variant="quiet" onClick={() => setRejecting(true)}>
            {text.reject}
          </Button>
        </div>
      </May>
      {isRejecting && <RejectDialog request={request} onClose={() => setRejecting(false)} />}
    </li>
  );
}

function RejectDialog({ request, onClose }: { request: MemberRequest; onClose: () => void }) {
  const text = useText(TEXT);
  const reject = useDecision(request, text.rejected);
  return (
    <ReasonDialog
      danger
      title={text.rejectTitle}
      submit={text.reject}
      change={{ ...reject, mutate: (reason) => reject.mutate({ approve: false, reason }) }}
      onClose={onClose}
    >
      <p>{text.rejectIntro}</p>
    </ReasonDialog>
  );
}

type Decision = { approve: true } | { approve: false; reason: string };

function useDecision({ id }: MemberRequest, say: string) {
  const [mode] = useMode();
  return useChange(
    (decision: Decision) =>
      decision.approve
        ? api.approveMemberRequest(id, {}, { mode })
        : api.rejectMemberRequest(id, { reason: decision.reason }, { mode }),
    { refreshes: [[REQUESTS]], say, saysRefusal: true },
  );
}
