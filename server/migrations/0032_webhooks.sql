-- Events, and the endpoints that they are sent to. Nothing is written for the events of certificates: those are
-- derived from the certificates and the anchors, and an endpoint is a place in them.

-- How many events of its own an account has in each mode; the lock that gives them the order of their commits.
create table event_counts (
  account_id text collate "C" not null references accounts on delete cascade,
  livemode   boolean not null,
  total      bigint not null default 0,
  -- The time of the newest: times never go back, whichever process's clock wrote them.
  last_at    timestamptz not null default '-infinity',
  -- Whether an endpoint wants to know, and whether there is something new to look at.
  watched    boolean not null default false,
  news       boolean not null default false,
  primary key (account_id, livemode)
) with (fillfactor = 50);
create index event_counts_news on event_counts (account_id, livemode) where news;

-- Events that cannot be derived, for 30 days.
create table events (
  account_id text collate "C" not null references accounts on delete cascade,
  livemode   boolean not null,
  -- 1, 2, 3 … in the order of commits.
  number     bigint not null,
  type       text not null,
  at         timestamptz not null,
  -- Ids, states, days, points; of a certificate its id alone. Never personal data.
  data       jsonb not null,
  primary key (account_id, livemode, number)
);
create index events_by_time on events using brin (at) with (pages_per_range = 16);

-- Called in the transaction of the change that they tell of. p_items: [{type, data}].
create function write_events(p_account text, p_livemode boolean, p_at timestamptz, p_items json) returns bigint
  language sql
begin atomic
  with counted as (
    insert into event_counts as c (account_id, livemode, total, last_at)
    select p_account, p_livemode, json_array_length(p_items), p_at where json_array_length(p_items) > 0
    on conflict (account_id, livemode) do update
      set total = c.total + excluded.total, last_at = greatest(c.last_at, excluded.last_at), news = c.watched
    returning c.total - json_array_length(p_items) as before, c.last_at
  ), written as (
    insert into events (account_id, livemode, number, type, at, data)
    select p_account, p_livemode, counted.before + item.place, item.value ->> 'type', counted.last_at,
           (item.value -> 'data')::jsonb
      from counted, json_array_elements(p_items) with ordinality as item (value, place)
  )
  select before from counted;
end;

-- What is told once, however often somebody looks: warnings that a day brings.
create table told_events (
  account_id text collate "C" not null references accounts on delete cascade,
  subject    text collate "C" not null,
  at         timestamptz not null,
  primary key (account_id, subject)
);

-- Every certificate writes this row anyway. An account that nobody watches writes the same values as before.
alter table certificate_counts
  add column watched boolean not null default false,
  add column news    boolean not null default false;
create index certificate_counts_news on certificate_counts (account_id, livemode) where news;

-- Final blocks that were replaced after all: from this size of the log down to that. The number counts the
-- reorganisations of the network. Kept for ever: they are few, and events are told apart by them.
create table log_reorganisations (
  network   text not null,
  number    integer not null,
  from_size bigint not null,
  to_size   bigint not null,
  at        timestamptz not null,
  primary key (network, number)
);

-- By the database, so that it is written whichever version of the server puts an anchor back in flight.
create function note_reorganisation() returns trigger
  language plpgsql as $$
declare
  left_size bigint;
begin
  select coalesce(max(tree_size), 0) into left_size from anchors where network = old.network and state = 'final';
  if left_size < old.tree_size then
    insert into log_reorganisations (network, number, from_size, to_size, at)
    select old.network, coalesce(max(number), 0) + 1, old.tree_size, left_size, new.signed_at
      from log_reorganisations where network = old.network;
  end if;
  return null;
end $$;
create trigger anchors_reorganised after update of state on anchors
  for each row when (old.state = 'final' and new.state <> 'final')
  execute function note_reorganisation();

create table webhooks (
  id              text collate "C" primary key,
  account_id      text collate "C" not null references accounts on delete cascade,
  livemode        boolean not null,
  url             text not null,
  -- Names of events, or `*`.
  events          text[] not null,
  description     text,
  status          text not null check (status in ('enabled', 'disabled')),
  disabled_reason text,
  -- Sealed under a key of the server's. The old one signs too until its end.
  secret          text not null,
  old_secret      text,
  old_secret_ends_at timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
create index webhooks_newest on webhooks (account_id, livemode, id desc);

-- Where each endpoint is in the events of its account and mode, and when somebody has to look after it.
create table webhook_cursors (
  webhook_id        text collate "C" primary key references webhooks on delete cascade,
  account_id        text collate "C" not null,
  livemode          boolean not null,
  -- The newest certificate whose `certificate.created` is done with.
  created_through   bigint not null,
  -- The chain that it follows, where it is among certifications (even) and reorganisations (odd), and the newest
  -- certificate that is done with there.
  network           text,
  stage             integer not null,
  certified_through bigint not null,
  -- The newest of the written events that is done with.
  events_through    bigint not null,
  -- Whether it waits for certificates to be certified.
  awaits            boolean not null default false,
  -- Null: nothing to do. Disabled endpoints have none.
  due_at            timestamptz,
  -- The process that serves it now.
  claimed_by        integer,
  -- New events that failed one after the other, and when the next may be tried.
  streak            integer not null default 0,
  paused_until      timestamptz,
  -- Since when nothing was taken.
  failing_since     timestamptz,
  is_slow           boolean not null default false
) with (fillfactor = 50);
create index webhook_cursors_due on webhook_cursors (due_at) where due_at is not null and claimed_by is null;
create index webhook_cursors_claimed on webhook_cursors (claimed_by) where claimed_by is not null;
create index webhook_cursors_awaiting on webhook_cursors (livemode) where awaits;
create index webhook_cursors_by_account on webhook_cursors (account_id, livemode);

-- What was tried: failures with their next try, and the newest successes in short.
create table webhook_deliveries (
  id            text collate "C" primary key,
  webhook_id    text collate "C" not null references webhooks on delete cascade,
  account_id    text collate "C" not null,
  livemode      boolean not null,
  event_id      text collate "C" not null,
  event_type    text not null,
  status        text not null check (status in ('waiting', 'delivered', 'failed')),
  attempts      integer not null,
  created_at    timestamptz not null,
  attempted_at  timestamptz not null,
  next_try_at   timestamptz,
  answer_status integer,
  -- Its first bytes.
  answer        text,
  error         text,
  duration_ms   integer not null,
  -- Null once it was taken: it can be derived from the event.
  body          text
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_try_at) where status = 'waiting';
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at) with (pages_per_range = 16);
