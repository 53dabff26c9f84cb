/** What a request says, by name, before it is parsed; a file among them is an UploadedFile. */
export type Fields = Record<string, unknown>

/** In one body. */
export const FIELDS_MAX = 40
