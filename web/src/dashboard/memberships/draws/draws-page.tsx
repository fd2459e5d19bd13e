import { useSearchParams } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { AddButton } from '../../../ui/button.tsx';
import { May, useMay } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import '../council.css';
import { LinkTabs } from '../link-tabs.tsx';
import { DrawList } from './draw-list.tsx';
import './draws.css';
import { NewDrawDialog } from './new-draw-dialog.tsx';
import { WaitingReviews } from './review/review-lists.tsx';
import { TEXT } from './text.ts';

const TABS = ['draws', 'reviews'] as const;

/** The draws, and, from all draws together, the reviews that wait for a decision. */
export function DrawsPage() {
  const text = useText(TEXT);
  const may = useMay();
  const [mode] = useMode();
  const [params, setParams] = useSearchParams();
  const hasReviews = may('listReviews');
  const isReviews = hasReviews && params.get('tab') === 'reviews';
  const create = (
    <May act="createDraw">
      <AddButton label={text.create} onClick={() => setParams({ new: '' })} />
    </May>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      {hasReviews && (
        <LinkTabs
          label={text.views}
          tabs={TABS}
          names={text.tabs}
          current={isReviews ? 'reviews' : 'draws'}
          hrefOf={(tab) => (tab === 'draws' ? '/memberships/draws' : `/memberships/draws?tab=${tab}`)}
        />
      )}
      {isReviews ? <WaitingReviews key={mode} /> : <DrawList key={mode} create={create} />}
      {params.has('new') && (
        <May act="createDraw">
          <NewDrawDialog onClose={() => setParams({}, { replace: true })} />
        </May>
      )}
    </Page>
  );
}
