import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ownApi, type Session } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { deviceName, deviceOf } from '../device-name.ts';
import { TEXT } from './text.ts';

const SESSIONS = ['sessions'] as const;

export function SessionsCard() {
  const { sessions: text } = useText(TEXT);
  const sessions = useQuery({ queryKey: SESSIONS, queryFn: ownApi.listSessions });
  const closeOthers = useChange(ownApi.closeOtherSessions, {
    awaits: [SESSIONS],
    say: ({ closed }) => text.closedOthers(closed),
    saysRefusal: true,
  });
  const all = sessions.data?.sessions ?? [];
  return (
    <Card
      title={text.title}
      note={text.note}
      actions={
        all.length > 1 && (
          <Button variant="danger" busy={closeOthers.isPending} onClick={() => closeOthers.mutate()}>
            {text.closeOthers}
          </Button>
        )
      }
    >
      <Loaded found={sessions} lines={4}>
        {() => (
          <ul className="session-list">
            {[...all]
              .sort((one, other) => Number(other.current) - Number(one.current))
              .map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
          </ul>
        )}
      </Loaded>
      {all.length === 1 && <p className="muted small">{text.onlyOne}</p>}
    </Card>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { sessions: text } = useText(TEXT);
  const formats = useFormats();
  const close = useChange(() => ownApi.closeSession(session.id), {
    awaits: [SESSIONS],
    say: text.closed,
    saysRefusal: true,
  });
  const device = deviceName(session.user_agent, text.device) ?? text.unknown;
  return (
    <li>
      <span className="session-icon">
        <Icon name={deviceOf(session.user_agent).isPhone ? 'phone' : 'system'} size={20} />
      </span>
      <div className="session-words">
        <strong title={session.user_agent ?? undefined}>
          {device} {session.current && <Badge tone="good">{text.current}</Badge>}
        </strong>
        <span className="muted small">
          {[session.ip, text.seen(formats.relative(session.last_seen_at))].filter(Boolean).join(' · ')}
        </span>
        <span className="muted small">{text.opened(formats.dateTime(session.created_at))}</span>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={close.isPending}
          aria-label={text.closeOf(device)}
          onClick={() => close.mutate()}
        >
          {text.close}
        </Button>
      )}
    </li>
  );
}
