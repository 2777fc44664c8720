// The views that are small. One file of all compresses better than a file for each. routes.js loads the others.
import './users/users.js';
import './user/overview.js';
import './blocked/blocked.js';
import './data/data.js';
import './history/history.js';
import './groups/groups.js';
import './groups/group.js';
import './incidents/incidents.js';
import './live/live.js';
import './settings/settings.js';
