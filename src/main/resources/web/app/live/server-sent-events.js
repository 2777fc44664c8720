/** @typedef {{type: string, data: string}} Message type is "message" by default */

/** Reads server-sent events (HTML Living Standard, 9.2.6) from text that arrives in pieces. Comments and `retry` are ignored. */
export class ServerSentEvents {
  constructor() {
    this.rest = '';
    this.id = '';
    /** The id of the last complete message, also of one without data. */
    this.lastId = '';
    this.type = '';
    /** @type {string[]} */
    this.data = [];
    this.isFirst = true;
  }

  /**
   * @param {string} piece
   * @returns {Message[]} the messages that this piece completes
   */
  push(piece) {
    const lines = this.linesOf(piece);
    /** @type {Message[]} */
    const messages = [];
    for (const line of lines) {
      if (line !== '') {
        this.read(line);
      } else if (this.data.length > 0) {
        messages.push({type: this.type || 'message', data: this.data.join('\n')});
        this.clear();
      } else {
        this.clear();
      }
    }
    return messages;
  }

  /** @param {string} piece */
  linesOf(piece) {
    let text = this.rest + piece;
    if (this.isFirst && text.length > 0) {
      text = text.replace(/^\uFEFF/, '');
      this.isFirst = false;
    }
    // A carriage return at the end may be the first half of a line break.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    this.rest = /** @type {string} */ (lines.pop()) + text.slice(end);
    return lines;
  }

  /** @param {string} line */
  read(line) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') {
      this.data.push(value);
    } else if (name === 'event') {
      this.type = value;
    } else if (name === 'id' && !value.includes('\0')) {
      this.id = value;
    }
  }

  clear() {
    this.lastId = this.id;
    this.type = '';
    this.data = [];
  }
}
