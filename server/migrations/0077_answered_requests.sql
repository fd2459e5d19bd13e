-- locks nothing
--
-- What was answered to the keys of an account in the last 30 days, to be found by its `X-Request-Id`: no body, no query,
-- no address of the caller. Rows are written in batches after the answers, bounded for each account and day.
create table answered_requests (
  day         date not null,
  account_id  text not null,
  -- Begins alike for all requests of one process, so that rows of a batch lie side by side.
  request_id  text not null,
  key_id      text,
  livemode    boolean not null,
  at          timestamptz not null,
  method      text not null,
  -- As the service logs it: without query, secrets and what identifies a person.
  path        text not null,
  status      smallint not null,
  error       text,
  ms          integer not null,
  primary key (day, account_id, request_id)
);
