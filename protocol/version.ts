/** Raised when an old client could misread a reply or an event; the server then asks such a client to reload. */
export const PROTOCOL_VERSION = 1
