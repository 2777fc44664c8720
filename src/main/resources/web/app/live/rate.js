/** The number of events in each of the last seconds. */
export class Rate {
  /** @param {number} seconds the number of seconds to keep */
  constructor(seconds) {
    this.counts = new Array(seconds).fill(0);
    this.second = 0;
  }

  /**
   * @param {number} count
   * @param {number} second the arrival time, from any fixed start
   */
  add(count, second) {
    this.moveTo(second);
    this.counts[this.counts.length - 1] += count;
  }

  /**
   * The counts of the last seconds, the oldest first.
   *
   * @param {number} second the current time
   * @returns {number[]}
   */
  until(second) {
    this.moveTo(second);
    return [...this.counts];
  }

  /** @param {number} second */
  moveTo(second) {
    const passed = Math.min(this.counts.length, Math.max(0, second - this.second));
    this.counts = [...this.counts.slice(passed), ...new Array(passed).fill(0)];
    this.second = Math.max(this.second, second);
  }
}
