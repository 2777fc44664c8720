/**
 * All scopes, in groups with titles. ConsoleOperationsTest compares them with the service's.
 *
 * @type {readonly {title: string, scopes: Readonly<Record<string, string>>}[]}
 */
export const scopeGroups = [
  {
    title: 'Users',
    scopes: {
      'users:read': 'Read and find users',
      'users:write': 'Create and change users',
      'users:disable': 'Disable and enable users',
      'users:delete': 'Delete users',
      'users:export': 'Export everything about a user, private data included',
      'identities:disconnect': 'Disconnect external identities',
    },
  },
  {
    title: 'Data of users',
    scopes: {
      'public_data:read': 'Read public data',
      'public_data:write': 'Change public data',
      'private_data:read': 'Read private data',
      'private_data:write': 'Change private data',
    },
  },
  {
    title: 'Sessions',
    scopes: {
      'sessions:read': 'Read sessions',
      'sessions:write': 'Record sessions',
      'sessions:revoke': 'Revoke sessions of one user',
      'sessions:revoke_many': 'Revoke sessions across the tenant',
    },
  },
  {
    title: 'Blocked addresses',
    scopes: {
      'blocked_ips:read': 'Read blocked addresses',
      'blocked_ips:write': 'Record addresses and failures',
      'blocked_ips:unblock': 'Unblock addresses for one user',
      'blocked_ips:unblock_many': 'Unblock addresses across the tenant',
    },
  },
  {
    title: 'Groups',
    scopes: {
      'groups:read': 'Read groups',
      'groups:write': 'Create, change and delete groups',
      'groups:assign': 'Assign users to groups',
    },
  },
  {
    title: 'Events and administration',
    scopes: {
      'audit:read': 'Read the audit log',
      'events:read': 'Read events',
      'ssf:manage': 'Manage streams of security events',
      'keys:manage': 'Manage the API keys of the tenant',
    },
  },
];

/** The scope that includes all others, also those of later releases. */
export const EVERYTHING = '*';
