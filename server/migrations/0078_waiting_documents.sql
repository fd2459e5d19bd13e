-- outside a transaction
-- locks documents: share update exclusive, reads 100 million rows in 5 min
--
-- Documents in the queue that wait until their account has certificates again have no time at which they are due. This
-- index finds the accounts that have such documents, without reading any of the others. Nobody waits while it is built.
-- Twice: a crash may have left half of one.
drop index concurrently if exists documents_waiting;
create index concurrently documents_waiting on documents (account_id, id) where status = 'queued' and due_at = 'infinity';
