-- locks api_keys: row exclusive, writes 100 million rows in 40 min
-- locks awards: row exclusive, writes 100 million rows in 3 h
-- locks courses: row exclusive, writes 100 million rows in 3 h
-- locks renewals: row exclusive, writes 100 million rows in 3 h
--
-- Who reported what is still to be decided, and who rotated a key, as far as the audit log says. Apart from the columns
-- themselves: the audit log may be long. Before people and accounts were apart, a person was named by the account.
update api_keys k set rotated_by = e.people
  from (
    select account_id, target,
           array_agg(distinct case when actor_id like 'acct\_%' then first_owner_of(actor_id) else actor_id end) as people
      from audit_events where action = 'key.rotate' and actor_type = 'person' group by account_id, target
  ) e
 where k.id = e.target and k.account_id = e.account_id and k.rotated_by is null;

-- A roster names its awards by itself. Changes of external ids and metadata alone are no changes of what is decided.
with acts as (
  select account_id, target, action,
         case when actor_id like 'acct\_%' then first_owner_of(actor_id) else actor_id end as actor_id
    from audit_events
   where action in ('award.create', 'roster.create')
      or (action = 'award.change'
          and coalesce(jsonb_array_length((details::jsonb -> 'fields') - 'external_id' - 'metadata'), 1) > 0)
), reported as (
  select a.id, array_agg(distinct acts.actor_id) as reporters
    from awards a join acts on acts.account_id = a.account_id
     and acts.target = case when acts.action = 'roster.create' then a.posting_id else a.id end
   where a.status = 'pending' and a.reporters is null
   group by a.id
)
update awards a set reporters = r.reporters from reported r where a.id = r.id;

with reported as (
  select c.id,
         array_agg(distinct case when e.actor_id like 'acct\_%' then first_owner_of(e.actor_id) else e.actor_id end) as reporters
    from courses c join audit_events e on e.account_id = c.account_id and e.target = c.id
   where c.status = 'proposed' and c.reporters is null
     and (e.action = 'course.create'
          or (e.action = 'course.change'
              and coalesce((details::jsonb -> 'changes') - 'external_id' - 'metadata', '{"unknown": true}') <> '{}'))
   group by c.id
)
update courses c set reporters = r.reporters from reported r where c.id = r.id;

with reported as (
  select r.id,
         array_agg(distinct case when e.actor_id like 'acct\_%' then first_owner_of(e.actor_id) else e.actor_id end) as reporters
    from renewals r join audit_events e on e.account_id = r.account_id and e.target = r.id and e.action = 'renewal.request'
   where r.status = 'requested' and r.reporters is null
   group by r.id
)
update renewals x set reporters = r.reporters from reported r where x.id = r.id;
