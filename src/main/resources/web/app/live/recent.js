/** The newest events, newest first. An event that arrives twice counts once. */
export class Recent {
  /** @param {number} most the number of events to keep */
  constructor(most) {
    this.most = most;
    /** @type {any[]} */
    this.events = [];
    /** @type {Set<string>} */
    this.ids = new Set();
  }

  /**
   * @param {any[]} events the oldest first
   * @returns {number} the number of new events
   */
  add(events) {
    const added = events.filter(event => !this.ids.has(event.id) && this.ids.add(event.id));
    const all = [...added.reverse(), ...this.events];
    this.events = all.slice(0, this.most);
    all.slice(this.most).forEach(event => this.ids.delete(event.id));
    return added.length;
  }
}
