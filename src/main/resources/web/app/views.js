// Small views in one file, because it compresses better than several. routes.js loads the other views on demand.
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
