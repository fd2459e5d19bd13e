/** Who follows the member's standing, and who asks to. The member can answer each request and end each watch here. */

import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type Part } from './api.ts';
import { WATCHERS } from './text-watchers.ts';

export function Watchers({ page, reload }: Part) {
  const text = useText(WATCHERS);
  if (page.watches.length === 0) return null;
  return (
    <Card title={text.title} note={text.what}>
      <div className="stack">
        {page.watches.map((watch) => (
          <Watcher key={watch.id} watch={watch} reload={reload} />
        ))}
      </div>
    </Card>
  );
}

type WatcherProps = { watch: Part['page']['watches'][number]; reload: Part['reload'] };

function Watcher({ watch, reload }: WatcherProps) {
  const text = useText(WATCHERS);
  const formats = useFormats();
  const accept = useChange(() => api.acceptOwnWatch(watch.id), reload);
  const end = useChange(() => api.endOwnWatch(watch.id), reload);
  const isAsked = watch.status === 'asked';
  const error = accept.error ?? end.error;
  return (
    <div className="stack gap-small">
      <p>
        <strong>
          <bdi>{watch.watcher}</bdi>
        </strong>{' '}
        <Badge tone={isAsked ? 'warn' : 'info'}>{isAsked ? text.asks : text.follows}</Badge>
      </p>
      <p className="muted small">
        {isAsked
          ? text.askedOn(formats.date(watch.since))
          : text.since(formats.date(watch.since), watch.basis === 'public')}
      </p>
      {error && <Note tone="bad">{error.message}</Note>}
      <div className="row gap-small">
        {isAsked && (
          <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
            {text.accept}
          </Button>
        )}
        <Button busy={end.isPending} onClick={() => end.mutate()}>
          {isAsked ? text.decline : text.withdraw}
        </Button>
      </div>
    </div>
  );
}
