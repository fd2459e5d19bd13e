import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { api, type Overview } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { useDay } from '../use-day.ts';
import { MonthsCard } from './months-card.tsx';
import './overview.css';
import { May } from '../../may.tsx';
import { OfferDemo, UnfinishedDemo } from '../demo/demo-council.tsx';
import { TEXT as DEMO_TEXT } from '../demo/text.ts';
import { PointsCard } from './points-card.tsx';
import { ProgramFigures } from './program-figures.tsx';
import { TEXT } from './text.ts';
import { WaitingCard } from './waiting-card.tsx';

export function OverviewPage() {
  const text = useText(TEXT);
  const dayName = useDay();
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['overview', mode],
    queryFn: () => api.readOverview({ mode }),
  });
  const day = found.data && dayName(found.data.overview.as_of);
  return (
    <Page title={text.title} intro={day && text.intro(day)}>
      <Loaded found={found} lines={8} frame="card">
        {({ overview }) => <Figures overview={overview} />}
      </Loaded>
    </Page>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const text = useText(TEXT);
  const demo = useText(DEMO_TEXT);
  if (overview.programs.length === 0) {
    return (
      <Card>
        <EmptyState
          icon="book"
          title={text.emptyTitle}
          actions={
            <>
              <May act="createProgram">
                <ButtonLink href="/memberships/programs?new" variant="primary" icon="plus">
                  {text.newProgram}
                </ButtonLink>
              </May>
              <OfferDemo today={overview.as_of} />
            </>
          }
        >
          {text.empty} {demo.offer}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <UnfinishedDemo today={overview.as_of} />
      <WaitingCard overview={overview} />
      {overview.programs.map((program) => (
        <ProgramFigures key={program.id} program={program} />
      ))}
      <MonthsCard months={overview.months} />
      <PointsCard programs={overview.programs} />
    </>
  );
}
