/** The pages of batches: the list, a new batch, and one batch with its items. */

import { Route, Switch } from 'wouter';
import { useMode } from '../../mode.tsx';
import { NotFoundPage } from '../../not-found-page.tsx';
import { BatchPage } from './batch-page.tsx';
import './batches.css';
import { BatchesPage } from './batches-page.tsx';

export function BatchPages() {
  const [mode] = useMode();
  return (
    <Switch>
      <Route path="/batches">
        <BatchesPage key={mode} />
      </Route>
      <Route path="/batches/:id">{({ id }) => <BatchPage key={`${mode} ${id}`} id={id} />}</Route>
      <Route component={NotFoundPage} />
    </Switch>
  );
}
