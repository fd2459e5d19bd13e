import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { UI_TEXT } from '../../ui/text.ts';
import { api, type Webhook } from '../api.ts';
import { useMode } from '../mode.tsx';
import { Answer } from './answer.tsx';
import { TEXT } from './text.ts';
import { useWebhookChange } from './use-webhook-change.ts';

/** Sends a test event now and shows the result. */
export function TestWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { test: text } = useText(TEXT);
  const shared = useText(UI_TEXT);
  const [mode] = useMode();
  const trial = useWebhookChange(() => api.testWebhook(webhook.id, { mode }));
  const outcome = trial.data?.test;
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      onSubmit={() => trial.mutate()}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {shared.close}
          </Button>
          <Button type="submit" variant="primary" busy={trial.isPending}>
            {outcome === undefined ? text.submit : text.again}
          </Button>
        </>
      }
    >
      <div className="stack" aria-live="polite">
        <p className="webhook-address">{webhook.url}</p>
        <p>{text.intro}</p>
        {trial.error && <Note tone="bad">{trial.error.message}</Note>}
        {outcome && (
          <>
            <Note tone={outcome.delivered ? 'good' : 'bad'}>
              {outcome.delivered ? text.taken : text.refused}
            </Note>
            <Answer
              status={outcome.answer_status}
              answer={outcome.answer}
              error={outcome.error}
              durationMs={outcome.duration_ms}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
