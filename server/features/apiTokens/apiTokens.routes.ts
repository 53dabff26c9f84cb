import type { ApiTokenView } from '#protocol/apiTokens.ts'
import * as calls from '#protocol/apiTokens.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { ApiTokenRecord } from './apiTokens.repository.ts'
import { createApiToken, removeApiToken } from './apiTokens.service.ts'

export function apiTokenRoutes(context: Context): Route[] {
  async function tokensView(userNo: number) {
    const tokens = await context.repositories.apiTokens.findByUser(userNo, context.clock())
    return { success: true as const, tokens: tokens.map(tokenView) }
  }

  return [
    route(calls.getApiTokens).handle(({ viewer }) => tokensView(viewer.userNo)),

    route(calls.createApiToken).handle(async ({ session, viewer, input, t }) => {
      const token = await createApiToken(context, session, input)
      return token === null
        ? { success: false, authenticated: false, message: t('accounts.passwordStepNeeded') }
        : { ...(await tokensView(viewer.userNo)), token }
    }),

    route(calls.removeApiToken).handle(async ({ session, viewer, input }) => {
      await removeApiToken(context, session, input.tokenId)
      return tokensView(viewer.userNo)
    }),
  ]
}

function tokenView({ tokenId, name, scopes, ...times }: ApiTokenRecord): ApiTokenView {
  return {
    tokenId,
    name,
    scopes,
    createdAt: times.createdAt.toISOString(),
    expiresAt: times.expiresAt.toISOString(),
    lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
  }
}
