/** Counts down the seconds to a moment, and renders its element each second. */
export class Countdown {
  /** @param {import('lit').ReactiveControllerHost} host */
  constructor(host) {
    this.host = host;
    this.seconds = 0;
    this.end = 0;
    this.timer = 0;
    host.addController(this);
  }

  /** @param {number} seconds 0 stops the countdown */
  start(seconds) {
    clearInterval(this.timer);
    this.seconds = seconds;
    this.end = Date.now() + seconds * 1000;
    if (seconds > 0) {
      this.timer = setInterval(() => this.tick(), 1000);
    }
  }

  /** Reads the clock, because browsers call it less often in a hidden tab. */
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
