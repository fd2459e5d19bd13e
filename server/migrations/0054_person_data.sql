-- locks members: share row exclusive, instant
-- locks certificates: share row exclusive, instant
-- locks webhook_deliveries: share row exclusive, instant
--
-- What is forgotten with a person, and that must be forgotten whichever version of the server does it.

-- A member that was merged into another is the same person: what is forgotten of the one is forgotten of both.
create table merged_members (
  member_id text collate "C" primary key references members on delete cascade,
  into_id   text collate "C" not null
);
create index merged_members_by_other on merged_members (into_id);

-- A failed delivery keeps the body that was sent, and what the receiver answered may repeat it. Once title and file name of
-- its certificate are forgotten, the body is derived from the event again, as that of a delivery that was taken.
create function forget_deliveries() returns trigger
  language plpgsql as $$
begin
  -- Waits for deliveries that are being written; those that come later are judged by keep_no_forgotten_body().
  perform pg_advisory_xact_lock(hashtextextended('deliveries ' || new.account_id, 7355));
  update webhook_deliveries d set body = null, answer = null
    from webhooks w
   where w.account_id = new.account_id and d.webhook_id = w.id and d.body like '%"' || new.id || '"%';
  update webhook_deliveries d set answer = null
    from webhooks w
   where w.account_id = new.account_id and d.webhook_id = w.id and d.body is null and d.answer is not null
     and d.event_type like 'certificate.%';
  return null;
end $$;
create trigger certificates_forgotten after update of file_name on certificates
  for each row when (new.file_name = '—' and old.file_name is distinct from new.file_name)
  execute function forget_deliveries();

-- A process that read the certificate before it was forgotten may write its delivery afterwards.
create function keep_no_forgotten_body() returns trigger
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('deliveries ' || new.account_id, 7355));
  if exists (select from certificates c
              where c.account_id = new.account_id and c.id = new.body::jsonb #>> '{data,id}' and c.file_name = '—') then
    new.body := null;
    new.answer := null;
  end if;
  return new;
end $$;
create trigger webhook_deliveries_of_forgotten before insert or update of body on webhook_deliveries
  for each row when (new.body is not null and new.event_type like 'certificate.%')
  execute function keep_no_forgotten_body();
