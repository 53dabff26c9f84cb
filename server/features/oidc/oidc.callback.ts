import type { RequestHandler } from 'express'
import { OIDC_SCREEN, type OidcOutcome, oidcFragment } from '#protocol/oidc.ts'
import type { Context } from '#server/context.ts'
import { RequestError } from '#server/platform/errors.ts'
import { addressKey, cookiesOf } from '#server/platform/request.ts'
import { browserHashOf } from './oidc.cookies.ts'
import { receiveResponse } from './oidc.transactions.service.ts'

// A pattern, because Express would decode a named parameter, and not every path can be decoded.
export const OIDC_CALLBACK = /^\/api\/oidc\/([a-z0-9]{1,20})\/callback$/

/**
 * The redirect URI of the providers. Always redirects to the same screen, with a ticket in the fragment, which no server
 * or proxy logs.
 */
export function receiveOidcResponses(context: Context): RequestHandler {
  async function outcomeOf(request: Parameters<RequestHandler>[0], cookies: ReturnType<typeof cookiesOf>) {
    const address = addressKey(request.ip ?? '')
    try {
      await context.attempts.oidcResponse.admit(context.keyedHash(address))
    } catch (error) {
      if (error instanceof RequestError) return { purpose: 'failed', failure: 'busy' } as const
      throw error
    }
    return receiveResponse(context, {
      provider: String(request.params[0]),
      query: request.originalUrl.slice(request.path.length),
      browserHash: browserHashOf(cookies, context.publicUrl),
    })
  }

  return async (request, response) => {
    const outcome: Exclude<OidcOutcome, null> = await outcomeOf(request, cookiesOf(request, response))
    response.redirect(303, OIDC_SCREEN + oidcFragment(outcome))
  }
}
