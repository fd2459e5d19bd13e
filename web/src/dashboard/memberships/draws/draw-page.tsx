import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import type { Draw } from '../../api.ts';
import { May } from '../../may.tsx';
import { usePageTitle } from '../../page.tsx';
import { RecordPage } from '../../record-page.tsx';
import '../council.css';
import { CheckCard } from './check-card.tsx';
import { DrawActions } from './draw-actions.tsx';
import { DrawBadge } from './draw-list.tsx';
import './draws.css';
import { FactsCard } from './facts-card.tsx';
import { PreviewNote } from './preview-note.tsx';
import { ReviewsOfDraw } from './review/review-lists.tsx';
import { StepsCard } from './steps-card.tsx';
import { TEXT } from './text.ts';
import { choiceOf, useDraw } from './use-draw.ts';

export function DrawPage({ id }: { id: string }) {
  const text = useText(TEXT);
  return (
    <RecordPage
      found={useDraw(id)}
      title={text.title}
      back={{ href: '/memberships/draws', label: text.title, quiet: true }}
      missing={{ title: text.notFoundTitle, text: text.notFound }}
    >
      {({ draw }) => <DrawDetail draw={draw} />}
    </RecordPage>
  );
}

function DrawDetail({ draw }: { draw: Draw }) {
  const text = useText(TEXT);
  usePageTitle(draw.name);
  const { status, number, cancellation } = draw;
  return (
    <>
      <header className="page-head">
        <div>
          <div className="row gap-small">
            <DrawBadge status={status} />
            {number !== null && <span className="muted">{text.number(String(number))}</span>}
          </div>
          <h1>
            <bdi>{draw.name}</bdi>
          </h1>
          <p className="page-intro">{text.because[status]}</p>
        </div>
        <DrawActions draw={draw} />
      </header>
      <div className="stack gap-large">
        {cancellation !== null && <Note tone="warn">{text.cancelReason(cancellation.reason)}</Note>}
        {status === 'draft' && (
          <May act="previewDraw">
            <PreviewNote choice={choiceOf(draw)} />
          </May>
        )}
        {draw.reviews !== null && (
          <May act="listReviews">
            <ReviewsOfDraw drawId={draw.id} />
          </May>
        )}
        <StepsCard draw={draw} />
        <FactsCard draw={draw} />
        {draw.public_url !== null && <CheckCard draw={draw} url={draw.public_url} />}
      </div>
    </>
  );
}
