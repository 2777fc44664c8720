const PREFIX = 'io.useradmin.';

/**
 * The titles of all event types, by name without the common prefix, in the order of the OpenAPI document. Types with
 * `ofUser` are in the audit log of a user. ConsoleEventTypesTest compares them with the OpenAPI document.
 *
 * @type {Readonly<Record<string, {title: string, ofUser?: boolean}>>}
 */
export const eventTypes = {
  'user.created': {title: 'User created', ofUser: true},
  'user.updated': {title: 'User changed', ofUser: true},
  'user.disabled': {title: 'User disabled', ofUser: true},
  'user.enabled': {title: 'User enabled', ofUser: true},
  'user.deleted': {title: 'User deleted', ofUser: true},
  'user.public_data.updated': {title: 'Public data changed', ofUser: true},
  'user.private_data.updated': {title: 'Private data changed', ofUser: true},
  'session.created': {title: 'Session started', ofUser: true},
  'session.updated': {title: 'Session changed', ofUser: true},
  'session.revoked': {title: 'Session revoked', ofUser: true},
  'ip.blocked': {title: 'Address blocked', ofUser: true},
  'ip.unblocked': {title: 'Address unblocked', ofUser: true},
  'group.created': {title: 'Group created'},
  'group.updated': {title: 'Group changed'},
  'group.deleted': {title: 'Group deleted'},
  'group.member.added': {title: 'Added to a group', ofUser: true},
  'group.member.removed': {title: 'Removed from a group', ofUser: true},
  'identity.connected': {title: 'Identity connected', ofUser: true},
  'identity.disconnected': {title: 'Identity disconnected', ofUser: true},
  'private_data.read': {title: 'Private data read', ofUser: true},
  'user.exported': {title: 'User exported', ofUser: true},
  'key.created': {title: 'API key created'},
  'key.rotated': {title: 'API key rotated'},
  'key.revoked': {title: 'API key revoked'},
  'tenant.created': {title: 'Tenant created'},
  'ssf.stream.created': {title: 'Stream of security events created'},
  'ssf.stream.updated': {title: 'Stream of security events changed'},
  'ssf.stream.deleted': {title: 'Stream of security events deleted'},
};

/**
 * The type with the prefix, as in the API.
 *
 * @param {string} name
 */
export function fullType(name) {
  return PREFIX + name;
}

/**
 * The title of an event type. An unknown type is its own title.
 *
 * @param {string} type with or without the prefix
 */
export function titleOfType(type) {
  const name = type.startsWith(PREFIX) ? type.slice(PREFIX.length) : type;
  return Object.hasOwn(eventTypes, name) ? eventTypes[name].title : type;
}
