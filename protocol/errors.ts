import type { TextKey } from './text/index.ts'

/** What can go wrong with a request itself, apart from the refusals that belong to the product. */
export const errorKinds = {
  invalid: { status: 400, sentence: 'error.invalid' },
  notSignedIn: { status: 401, sentence: 'error.notSignedIn' },
  forbidden: { status: 403, sentence: 'error.forbidden' },
  passwordChangeNeeded: { status: 403, sentence: 'error.passwordChangeNeeded' },
  notFound: { status: 404, sentence: 'error.notFound' },
  /** One has as many as one person may have. */
  quota: { status: 409, sentence: 'error.quota' },
  tooLarge: { status: 413, sentence: 'error.tooLarge' },
  tooMany: { status: 429, sentence: 'error.tooMany' },
  internal: { status: 500, sentence: 'error.internal' },
  unavailable: { status: 503, sentence: 'error.unavailable' },
} as const satisfies Record<string, { status: number; sentence: TextKey }>

export type ErrorCode = keyof typeof errorKinds

/** The body of every answer whose status is 400 or above. `field` names the request's field at fault, if one is. */
export interface ErrorReply {
  success: false
  code: ErrorCode
  message: string
  field?: string
}
