/**
 * All views: the first route whose path matches is shown. The code of a view is loaded when it is shown for the first time.
 *
 * @type {readonly import('./router.js').Route[]}
 */
export const routes = [
  {path: '/users', tag: 'ua-users', title: 'Users', load: () => import('../users/users.js')},
  {path: '/users/:user_id', tag: 'ua-user-overview', title: 'Overview', load: () => import('../user/overview.js')},
  {path: '/users/:user_id/sessions', tag: 'ua-user-sessions', title: 'Sessions', load: () => import('../sessions/sessions.js')},
  {
    path: '/users/:user_id/blocked',
    tag: 'ua-user-blocked',
    title: 'Blocked addresses',
    load: () => import('../blocked/blocked.js'),
  },
  {path: '/users/:user_id/data', tag: 'ua-user-data', title: 'Data', load: () => import('../data/data.js')},
  {path: '/users/:user_id/history', tag: 'ua-user-history', title: 'History', load: () => import('../history/history.js')},
  {path: '/groups', tag: 'ua-groups', title: 'Groups', load: () => import('../groups/groups.js')},
  {path: '/groups/:group_id', tag: 'ua-group', title: 'Group', load: () => import('../groups/group.js')},
  {path: '/incidents', tag: 'ua-incidents', title: 'Incidents', load: () => import('../incidents/incidents.js')},
  {path: '/live', tag: 'ua-live', title: 'Live events', load: () => import('../live/live.js')},
  {path: '/settings', tag: 'ua-settings', title: 'Tenant settings', load: () => import('../settings/settings.js')},
];

/** The views of the navigation. */
export const navigation = ['/users', '/groups', '/incidents', '/live', '/settings'];

/** The views of one user. */
export const userTabs = routes.filter(route => route.path.startsWith('/users/:user_id')).map(route => route.path);
