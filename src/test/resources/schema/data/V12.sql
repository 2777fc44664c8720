update users set other_claims = '{"nickname": "Ainu", "locale": "fi-FI"}' where tenant_id = 'acme';
