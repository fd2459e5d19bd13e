-- Attempts with a window of their own each: a network, an address there, and an address from everywhere are not
-- counted over the same time.

-- As `claim_attempt`, which servers of the version before still call. `p_ends_at` is where each window would end
-- that begins now.
create or replace function claim_attempts(
  p_subjects bytea[], p_ceilings integer[], p_ends_at timestamptz[], p_now timestamptz
) returns timestamptz
  language plpgsql as $$
declare
  claim record;
  counted attempts;
  free_at timestamptz;
begin
  for claim in
    select subject, ceiling, ends_at
      from unnest(p_subjects, p_ceilings, p_ends_at) as c (subject, ceiling, ends_at) order by subject
  loop
    insert into attempts as a (subject, attempts, window_ends_at) values (claim.subject, 1, claim.ends_at)
    on conflict (subject) do update set
      attempts = case when a.window_ends_at > p_now then a.attempts + 1 else 1 end,
      window_ends_at = case when a.window_ends_at > p_now then a.window_ends_at else claim.ends_at end
    returning * into counted;
    if counted.attempts > claim.ceiling then
      free_at := greatest(free_at, counted.window_ends_at);
    end if;
  end loop;
  if free_at is not null then
    update attempts set attempts = attempts - 1 where subject = any (p_subjects);
  end if;
  return free_at;
end $$;
