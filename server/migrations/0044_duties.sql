-- Who has a duty, by a number that grows with every holder. The lock on a connection says who may take it; the number
-- says who may still write: a process that lost its lock without noticing holds an older one.

create table if not exists duties (
  name     text primary key,
  number   bigint not null,
  -- The process, by the number under which it is alive.
  holder   integer not null,
  taken_at timestamptz not null
);

-- True, or an error if there is a later holder. The row stays locked until the writer has committed, so nobody takes the
-- duty in between. Without a name: for whoever is alone by other means.
create or replace function holds_duty(p_name text, p_number bigint) returns boolean
  language plpgsql as $$
begin
  if p_name is null then
    return true;
  end if;
  perform from duties where name = p_name and number = p_number for share;
  if not found then
    raise exception 'the duty % is another''s by now', p_name using errcode = 'SEL02';
  end if;
  return true;
end $$;
