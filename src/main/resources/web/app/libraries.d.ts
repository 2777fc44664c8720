/* Of libraries without types, what the console uses. */
declare module 'd3-geo';
declare module 'ua-parser-js';
