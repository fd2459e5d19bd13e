import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { api, type Webhook, type WebhookWithSecret } from '../api.ts';
import { useMode } from '../mode.tsx';
import { EventFields } from './event-fields.tsx';
import type { Subscription } from './event-groups.ts';
import { TEXT } from './text.ts';
import { useWebhookChange } from './use-webhook-change.ts';

type EditWebhookDialogProps = {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onCreated: (webhook: WebhookWithSecret) => void;
};

export function EditWebhookDialog({ webhook, onClose, onCreated }: EditWebhookDialogProps) {
  const text = useText(TEXT);
  const toast = useToast();
  const [mode] = useMode();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly Subscription[]>(
    () => (webhook?.events as readonly Subscription[] | undefined) ?? ['*'],
  );
  const [isAsked, setAsked] = useState(false);
  const save = useWebhookChange(
    async () => {
      const body = { url: url.trim(), events, description: description.trim() || null };
      if (webhook !== undefined) return void (await api.changeWebhook(webhook.id, body, { mode }));
      return (await api.createWebhook(body, { mode })).webhook;
    },
    {
      onDone: (made) => {
        if (made !== undefined) return onCreated(made);
        toast(text.saved);
        onClose();
      },
    },
  );
  const fault = events.length === 0 ? text.form.needsEvent : undefined;
  return (
    <FormDialog
      roomy
      title={webhook === undefined ? text.form.createTitle : text.form.changeTitle}
      submit={webhook === undefined ? text.add : text.save}
      change={save}
      onSubmit={() => {
        setAsked(true);
        if (fault === undefined) save.mutate();
      }}
      onClose={onClose}
    >
      <Field
        label={text.form.url}
        hint={mode === 'live' ? text.form.urlHintLive : text.form.urlHintTest}
        type="url"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        placeholder="https://example.com/hooks/sello"
        maxLength={2_000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        label={text.form.description}
        hint={text.form.descriptionHint}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        maxLength={500}
        autoComplete="off"
        optional
      />
      <EventFields events={events} onChange={setEvents} fault={isAsked ? fault : undefined} />
    </FormDialog>
  );
}
