import type { Request } from 'express'
import { isAdministrator } from '#protocol/access.ts'
import { scopeOf } from '#protocol/apiScopes.ts'
import { API_TOKEN_PREFIX, type ApiScope } from '#protocol/apiTokens.ts'
import { answersGet, type Call } from '#protocol/call.ts'
import type { Fields } from './body/multipart.ts'
import { forbidden, notSignedIn, passwordChangeRequired, RequestError } from './errors.ts'
import type { Session } from './session.ts'

/** Scripts of other sites use API tokens only; without one they read what visitors read. */
export function isOpenToOtherSites(call: Call): boolean {
  return scopeOf(call) !== null || (call.access === 'open' && answersGet(call))
}

export function checkAccess(call: Call, session: Session | null): Session | null {
  const { access, beforePasswordChange } = call
  if (session?.apiScopes !== undefined) return checkScope(call, session, session.apiScopes)
  const mustWait = session?.mustChangePassword && !beforePasswordChange
  if (access === 'open') return mustWait ? null : session
  if (session === null) throw notSignedIn()
  if (mustWait) throw passwordChangeRequired()
  if (access === 'administrator' && !isAdministrator(session.viewer)) throw forbidden()
  return session
}

/** An API token for an open call without a scope is ignored: the call has no user. */
function checkScope(call: Call, session: Session, scopes: readonly ApiScope[]): Session | null {
  const scope = scopeOf(call)
  if (scope === null && call.access === 'open') return null
  if (scope === null || !scopes.includes(scope))
    throw new RequestError('forbidden', { sentence: 'apiTokens.scopeMissing' })
  return session
}

/** The specification's header `authData`, or `Authorization: Bearer`, which also takes API tokens. */
export function tokenInHeader(request: Request): string | undefined {
  const bearer = request.get('Authorization')?.match(/^Bearer (.+)$/i)?.[1]
  return withoutApiToken(request.get('authData')) ?? bearer
}

export function tokenInFields(fields: Fields): string | undefined {
  const value = Object.hasOwn(fields, 'authToken') ? fields.authToken : undefined
  return typeof value === 'string' ? withoutApiToken(value) : undefined
}

function withoutApiToken(token: string | undefined): string | undefined {
  return token?.startsWith(API_TOKEN_PREFIX) ? undefined : token
}
