import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form } from '../../../ui/form.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { api } from '../../api.ts';
import { Page } from '../../page.tsx';
import { ME } from '../../people/session.ts';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

/** Shown instead of every page after a password reset, until the owner has chosen. */
export function KeyReviewPage() {
  const text = useText(TEXT);
  const formats = useFormats();
  const review = useQuery({ queryKey: ['key-review'], queryFn: api.getKeyReview });
  /** The keys for which the owner's choice differs from the suggestion. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const end = useChange(api.endKeyReview, { awaits: [ME] });
  if (review.error) return <ErrorState error={review.error} onRetry={() => void review.refetch()} />;
  if (review.data === undefined) return <Skeleton lines={6} />;
  const keys = review.data.keys.map(({ key, in_doubt }) => ({ key, goes: chosen.get(key.id) ?? in_doubt }));
  const going = keys.filter(({ goes }) => goes).map(({ key }) => key.id);

  return (
    <Page title={text.title} intro={text.intro}>
      <Card title={text.keys}>
        <Form change={end} onSubmit={() => end.mutate({ revoke: going })}>
          {keys.length === 0 && <p>{text.none}</p>}
          {keys.map(({ key, goes }) => (
            <Checkbox
              key={key.id}
              label={`${key.name} (${key.hint})`}
              hint={text.madeOn(formats.date(key.created_at))}
              checked={goes}
              onChange={(isChecked) => setChosen(new Map(chosen).set(key.id, isChecked))}
            />
          ))}
          <Button
            type="submit"
            variant={going.length > 0 ? 'danger' : 'primary'}
            busy={end.isPending || end.isSuccess}
          >
            {going.length > 0 ? text.revoke(going.length) : text.keepAll}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}
