import { t } from '#client/platform/language/language.ts'
import type { ApiScope } from '#protocol/apiTokens.ts'
import type { TextKey } from '#protocol/text/index.ts'

/** Each scope has the name of what it allows, and a sentence that lists it. */
const SCOPE_TEXTS = {
  read: ['apiTokens.scopeRead', 'apiTokens.scopeReadMore'],
  write: ['apiTokens.scopeWrite', 'apiTokens.scopeWriteMore'],
  share: ['apiTokens.scopeShare', 'apiTokens.scopeShareMore'],
  comment: ['apiTokens.scopeComment', 'apiTokens.scopeCommentMore'],
} as const satisfies Record<ApiScope, readonly [TextKey, TextKey]>

export const scopeText = (scope: ApiScope) => t(SCOPE_TEXTS[scope][0])
export const scopeDetail = (scope: ApiScope) => t(SCOPE_TEXTS[scope][1])
