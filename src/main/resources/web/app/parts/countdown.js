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
    this.end = performance.now() + seconds * 1000;
    if (seconds > 0) {
      this.timer = setInterval(() => this.tick(), 1000);
    }
  }

  /** Reads the time, because browsers call it less often in a hidden tab. Nobody can set this clock back. */
  tick() {
    this.seconds = Math.max(0, Math.ceil((this.end - performance.now()) / 1000));
    if (this.seconds === 0) {
      clearInterval(this.timer);
    }
    this.host.requestUpdate();
  }

  hostDisconnected() {
    clearInterval(this.timer);
  }
}

/** Counts down the Retry-After of the host's `error`. Until then, a retry would fail again. */
export class RetryWait extends Countdown {
  /** @param {import('lit').ReactiveControllerHost & {error: any}} host */
  constructor(host) {
    super(host);
    this.host = host;
    this.error = null;
  }

  hostUpdate() {
    if (this.host.error !== this.error) {
      this.error = this.host.error;
      this.start(this.error?.retryAfter ?? 0);
    }
  }
}
