import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { type AnsweredRequest, type ApiKey, api } from '../../api.ts';
import { TEXT } from './text.ts';

/** Finds the answer to a request by its `X-Request-Id`. The address of the page keeps the id. */
export function RequestCard({ keys }: { keys: readonly ApiKey[] }) {
  const { request: text } = useText(TEXT);
  const [params, setParams] = useSearchParams();
  const wanted = params.get('request') ?? '';
  const [typed, setTyped] = useState(wanted);
  const found = useQuery({
    queryKey: ['requests', wanted],
    queryFn: () => api.findRequest(wanted),
    enabled: wanted !== '',
    retry: false,
  });
  const look = () =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('request', typed.trim());
      return next;
    });
  return (
    <Card title={text.title} note={text.note}>
      <div className="stack">
        <form
          className="request-form"
          onSubmit={(event) => {
            event.preventDefault();
            look();
          }}
        >
          <Field
            label={text.id}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            placeholder="req_…"
            spellCheck={false}
            autoComplete="off"
            maxLength={100}
          />
          <Button type="submit" icon="search" busy={found.isFetching}>
            {text.find}
          </Button>
        </form>
        {found.error && <Note tone="warn">{found.error.message}</Note>}
        {found.data && <Found request={found.data.request} keys={keys} />}
      </div>
    </Card>
  );
}

function Found({ request, keys }: { request: AnsweredRequest; keys: readonly ApiKey[] }) {
  const { request: text, unnamed } = useText(TEXT);
  const formats = useFormats();
  const key = keys.find(({ id }) => id === request.key_id);
  return (
    <dl className="request-facts">
      <Fact label={text.call}>
        <code>
          {request.method} {request.path}
        </code>
      </Fact>
      <Fact label={text.answer}>
        {request.status}
        {request.error !== null && (
          <>
            {' '}
            <a href={`/docs/errors/${request.error}`}>
              <code>{request.error}</code>
            </a>
          </>
        )}
      </Fact>
      <Fact label={text.at}>{formats.exactTime(request.at)}</Fact>
      <Fact label={text.duration}>{text.ms(formats.number(request.duration_ms))}</Fact>
      <Fact label={text.key}>{key?.name ?? request.key_id ?? unnamed}</Fact>
      <Fact label={text.mode}>{text.modes[request.mode]}</Fact>
    </dl>
  );
}
