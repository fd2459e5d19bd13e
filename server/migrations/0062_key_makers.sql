-- locks api_keys: row exclusive, writes 100 million rows in 40 min
--
-- Who made a key, where its account's log says that a person did. Apart from the column itself: the audit log may be long.
update api_keys k set created_by = first_owner_of(e.actor_id)
  from audit_events e
 where e.action = 'key.create' and e.account_id = k.account_id and e.target = k.id
   and e.actor_type = 'person' and e.actor_id like 'acct\_%' and k.created_by is null;
