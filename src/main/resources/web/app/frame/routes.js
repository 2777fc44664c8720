/**
 * All views. The first route with a matching path is shown. A view with `load` is loaded when it is shown for the first time.
 *
 * @type {readonly import('./router.js').Route[]}
 */
export const routes = [
  {path: '/users', tag: 'ua-users', title: 'Users'},
  {path: '/users/:user_id', tag: 'ua-user-overview', title: 'Overview'},
  {path: '/users/:user_id/sessions', tag: 'ua-user-sessions', title: 'Sessions', load: () => import('../sessions/sessions.js')},
  {path: '/users/:user_id/blocked', tag: 'ua-user-blocked', title: 'Blocked addresses'},
  {path: '/users/:user_id/data', tag: 'ua-user-data', title: 'Data'},
  {path: '/users/:user_id/history', tag: 'ua-user-history', title: 'History'},
  {path: '/groups', tag: 'ua-groups', title: 'Groups'},
  {path: '/groups/:group_id', tag: 'ua-group', title: 'Group'},
  {path: '/incidents', tag: 'ua-incidents', title: 'Incidents'},
  {path: '/live', tag: 'ua-live', title: 'Live events'},
  {path: '/settings', tag: 'ua-settings', title: 'Tenant settings'},
];

/** The views of the navigation. */
export const navigation = ['/users', '/groups', '/incidents', '/live', '/settings'];

/** The views of one user. */
export const userTabs = routes.filter(route => route.path.startsWith('/users/:user_id')).map(route => route.path);
