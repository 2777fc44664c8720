/** Counts the seconds down to a moment, and draws its element again with each. */
export class Countdown {
  /** @param {import('lit').ReactiveControllerHost} host */
  constructor(host) {
    this.host = host;
    this.seconds = 0;
    this.end = 0;
    this.timer = 0;
    host.addController(this);
  }

  /** @param {number} seconds 0 counts nothing */
  start(seconds) {
    clearInterval(this.timer);
    this.seconds = seconds;
    this.end = Date.now() + seconds * 1000;
    if (seconds > 0) {
      this.timer = setInterval(() => this.tick(), 1000);
    }
  }

  /** Browsers call it less often in a tab that nobody sees, so it looks at the time. */
  tick() {
    this.seconds = Math.max(0, Math.ceil((this.end - Date.now()) / 1000));
    if (this.seconds === 0) {
      clearInterval(this.timer);
    }
    this.host.requestUpdate();
  }

  hostDisconnected() {
    clearInterval(this.timer);
  }
}
