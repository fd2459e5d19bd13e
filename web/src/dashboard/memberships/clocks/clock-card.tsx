/** A test clock: its day, and the controls that move it. */

import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { May, useMay } from '../../may.tsx';
import { useDay } from '../use-day.ts';
import { DeleteClockDialog } from './delete-clock-dialog.tsx';
import { MoveClock } from './move-clock.tsx';
import { TEXT } from './text.ts';
import type { Clock } from './use-clocks.ts';

export function ClockCard({ clock }: { clock: Clock }) {
  const text = useText(TEXT);
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  const isMoving = clock.status === 'advancing';
  return (
    <Card
      title={<bdi>{clock.name ?? text.unnamed}</bdi>}
      actions={<Badge tone={isMoving ? 'warn' : 'good'}>{isMoving ? text.advancing : text.ready}</Badge>}
    >
      <div className="clock-parts">
        <Today clock={clock} />
        {!isMoving && may('advanceClock') && <MoveClock clock={clock} />}
      </div>
      <div className="row gap-small">
        <ButtonLink href={`/memberships/members?clock=${clock.id}`} icon="people" size="small">
          {text.members}
        </ButtonLink>
        <May act="deleteClock">
          <Button icon="trash" size="small" variant="quiet" onClick={() => setDeleting(true)}>
            {text.delete}
          </Button>
        </May>
      </div>
      {isDeleting && <DeleteClockDialog clock={clock} onClose={() => setDeleting(false)} />}
    </Card>
  );
}

/** The day, which screen readers announce when it changes. */
function Today({ clock: { day, target_day: target } }: { clock: Clock }) {
  const text = useText(TEXT);
  const show = useDay();
  return (
    <div className="clock-today" role="status">
      <p className="small muted">{text.today}</p>
      <p className="clock-day">
        <time dateTime={day}>{show(day)}</time>
      </p>
      {target !== null && <p className="small muted">{text.on(show(target))}</p>}
    </div>
  );
}
