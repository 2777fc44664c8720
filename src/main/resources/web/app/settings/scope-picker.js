import {html, nothing} from 'lit';
import {session} from '../api/session.js';
import {EVERYTHING, scopeGroups} from './scopes.js';

/**
 * Check boxes for scopes, in groups. A key can grant only its own scopes.
 *
 * @param {ReadonlySet<string>} chosen
 * @param {(scopes: ReadonlySet<string>) => void} choose
 */
export function renderScopes(chosen, choose) {
  return html`
    ${session.hasScope(EVERYTHING)
      ? renderScope(EVERYTHING, 'Everything, also what later releases add', chosen, choose)
      : nothing}
    <div class="grid">${scopeGroups.map(group => renderGroup(group, chosen, choose))}</div>
  `;
}

/**
 * @param {{title: string, scopes: Readonly<Record<string, string>>}} group
 * @param {ReadonlySet<string>} chosen
 * @param {(scopes: ReadonlySet<string>) => void} choose
 */
function renderGroup({title, scopes}, chosen, choose) {
  const allowed = Object.keys(scopes).filter(scope => session.hasScope(scope));
  const hasAll = allowed.length > 0 && allowed.every(scope => chosen.has(scope));
  return html`<fieldset class="stack-close" ?disabled=${chosen.has(EVERYTHING)}>
    <legend>${title}</legend>
    ${Object.entries(scopes).map(([scope, text]) => renderScope(scope, text, chosen, choose))}
    <div>
      <button
        type="button"
        class="quiet"
        aria-label=${`${hasAll ? 'None' : 'All'} of ${title}`}
        ?disabled=${allowed.length === 0}
        @click=${() => choose(hasAll ? without(chosen, allowed) : new Set([...chosen, ...allowed]))}
      >
        ${hasAll ? 'None' : 'All'}
      </button>
    </div>
  </fieldset>`;
}

/**
 * @param {string} scope
 * @param {string} text
 * @param {ReadonlySet<string>} chosen
 * @param {(scopes: ReadonlySet<string>) => void} choose
 */
function renderScope(scope, text, chosen, choose) {
  const isAllowed = session.hasScope(scope);
  return html`<label class="check scope" title=${isAllowed ? nothing : `Your key lacks the scope ${scope}`}>
    <input
      type="checkbox"
      .checked=${chosen.has(scope)}
      ?disabled=${!isAllowed}
      @change=${() => choose(toggled(chosen, scope))}
    />
    <span>${text}<br /><code class="small muted">${scope}</code>${isAllowed ? '' : html` <span class="small">your key cannot grant it</span>`}</span>
  </label>`;
}

/**
 * Everything includes all other scopes.
 *
 * @param {ReadonlySet<string>} chosen
 * @param {string} scope
 */
function toggled(chosen, scope) {
  if (scope === EVERYTHING) {
    return new Set(chosen.has(scope) ? [] : [scope]);
  }
  return chosen.has(scope) ? without(chosen, [scope]) : new Set([...chosen, scope]);
}

/**
 * @param {ReadonlySet<string>} chosen
 * @param {string[]} scopes
 */
function without(chosen, scopes) {
  return new Set([...chosen].filter(scope => !scopes.includes(scope)));
}
