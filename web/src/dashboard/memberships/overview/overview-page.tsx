import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { api, type Overview } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { useDay } from '../use-day.ts';
import { MonthsCard } from './months-card.tsx';
import './overview.css';
import { PointsCard } from './points-card.tsx';
import { ProgramFigures } from './program-figures.tsx';
import { TEXT } from './text.ts';
import { WaitingCard } from './waiting-card.tsx';

export function OverviewPage() {
  const text = useText(TEXT);
  const dayName = useDay();
  const [mode] = useMode();
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', mode],
    queryFn: () => api.readOverview({ mode }),
  });
  const day = data && dayName(data.overview.as_of);
  return (
    <Page title={text.title} intro={day && text.intro(day)}>
      {data !== undefined ? (
        <Figures overview={data.overview} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
    </Page>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  if (overview.programs.length === 0) {
    return (
      <Card>
        <EmptyState
          icon="book"
          title={text.emptyTitle}
          actions={
            <ButtonLink href="/memberships/programs?new" variant="primary" icon="plus">
              {text.newProgram}
            </ButtonLink>
          }
        >
          {text.empty} {mode === 'test' && text.emptyTest}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <WaitingCard overview={overview} />
      {overview.programs.map((program) => (
        <ProgramFigures key={program.id} program={program} />
      ))}
      <MonthsCard months={overview.months} />
      <PointsCard programs={overview.programs} />
    </>
  );
}
