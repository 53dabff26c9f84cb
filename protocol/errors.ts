import type { TextKey } from './text/index.ts'

/** Errors of a request. Rejections by the rules of the product have status 200. */
export const errorKinds = {
  invalid: { status: 400, sentence: 'error.invalid' },
  notSignedIn: { status: 401, sentence: 'error.notSignedIn' },
  forbidden: { status: 403, sentence: 'error.forbidden' },
  passwordChangeNeeded: { status: 403, sentence: 'error.passwordChangeNeeded' },
  notFound: { status: 404, sentence: 'error.notFound' },
  /** The user has used up a quota. */
  quota: { status: 409, sentence: 'error.quota' },
  tooLarge: { status: 413, sentence: 'error.tooLarge' },
  tooMany: { status: 429, sentence: 'error.tooMany' },
  internal: { status: 500, sentence: 'error.internal' },
  unavailable: { status: 503, sentence: 'error.unavailable' },
} as const satisfies Record<string, { status: number; sentence: TextKey }>

export type ErrorCode = keyof typeof errorKinds

/** The body of every response with status 400 or above. `field` is the invalid field of the request, if there is one. */
export interface ErrorReply {
  success: false
  code: ErrorCode
  message: string
  field?: string
}
