import {html, nothing} from 'lit';
import {linkTo} from '../frame/router.js';

/**
 * The feed has no position between its oldest event and now, but the audit log of a user begins with the newest entry.
 *
 * @param {{user_id: string | null}} filter
 */
export function renderEarlier({user_id: user}) {
  return user ? html`Earlier events are in the <a href=${linkTo('/users/:user_id/history', {user_id: user})}>user’s history</a>.` : nothing;
}
