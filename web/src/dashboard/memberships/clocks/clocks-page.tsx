import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { AddButton, Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { ClockCard } from './clock-card.tsx';
import { NewClockDialog } from './new-clock-dialog.tsx';
import { TEXT } from './text.ts';
import { useClocks } from './use-clocks.ts';
import './clocks.css';

export function ClocksPage() {
  const text = useText(TEXT);
  const [mode, setMode] = useMode();
  if (mode === 'test') return <Clocks />;
  return (
    <Page title={text.title}>
      <Card>
        <EmptyState
          icon="clock"
          title={text.liveTitle}
          actions={<Button onClick={() => setMode('test')}>{text.goTest}</Button>}
        >
          {text.live}
        </EmptyState>
      </Card>
    </Page>
  );
}

function Clocks() {
  const text = useText(TEXT);
  const found = useClocks();
  const [isCreating, setCreating] = useState(false);
  const create = (
    <May act="createClock">
      <AddButton label={text.create} onClick={() => setCreating(true)} />
    </May>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Loaded
        found={found}
        lines={4}
        frame="card"
        isEmpty={({ clocks }) => clocks.length === 0}
        empty={
          <Card>
            <EmptyState icon="clock" title={text.emptyTitle} actions={create}>
              {text.empty}
            </EmptyState>
          </Card>
        }
      >
        {({ clocks }) => (
          <div className="stack gap-large">
            {clocks.map((clock) => (
              <ClockCard key={clock.id} clock={clock} />
            ))}
          </div>
        )}
      </Loaded>
      {isCreating && <NewClockDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
