-- A batch that was made in the dashboard has no key.

alter table batches alter column key_id drop not null;
