insert into import_progress (tenant_id, input, lines, rejected, rejects_size) values ('acme', 'users.ndjson', 1000, 2, 120);
