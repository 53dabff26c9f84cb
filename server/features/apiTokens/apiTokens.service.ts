import { randomBytes, randomUUID } from 'node:crypto'
import { API_TOKEN_PREFIX, type ApiScope } from '#protocol/apiTokens.ts'
import type { Context } from '#server/context.ts'
import { isProven, ownRecords } from '#server/features/myInfo/myInfo.service.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/durations.ts'
import { notFound, notSignedIn } from '#server/platform/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { Session } from '#server/platform/session.ts'
import { createWithinQuota } from '#server/quotas.ts'

const TOKEN_BYTES = 32

/** Returns the token, or null if the user must first confirm the password. Throws `quota`. */
export async function createApiToken(
  context: Context,
  session: Session,
  { name, scopes, days }: { name: string; scopes: readonly ApiScope[]; days: number },
): Promise<string | null> {
  const { repositories, clock } = context
  const { userNo } = session.viewer
  const own = await ownRecords(context, session)
  if (!isProven(own.session, clock())) return null
  const token = API_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  const createdAt = clock()
  const tokenId = randomUUID()
  await createWithinQuota(context, ['apiTokens', userNo], {
    count: async () => (await repositories.apiTokens.findByUser(userNo, createdAt)).length,
    create: () =>
      repositories.apiTokens.insert({
        tokenId,
        hash: sha256(token),
        userNo,
        name,
        scopes: [...new Set(scopes)],
        createdAt,
        expiresAt: new Date(createdAt.getTime() + days * DAY_MS),
      }),
    rollback: () => repositories.apiTokens.remove(userNo, tokenId),
  })
  // `revokeOtherCredentials` ends sessions before it deletes tokens: it may have run meanwhile.
  if ((await repositories.sessions.findById(session.tokenId)) === null) {
    await repositories.apiTokens.remove(userNo, tokenId)
    throw notSignedIn()
  }
  return token
}

export async function removeApiToken(
  { repositories }: Context,
  { viewer }: Session,
  tokenId: string,
): Promise<void> {
  if (!(await repositories.apiTokens.remove(viewer.userNo, tokenId))) throw notFound()
}

/** The use of a token is recorded once in this time. */
const USE_STEP_MS = MINUTE_MS

/**
 * The session of an API token. Null for anything that is not a token of an active user. Not cached, so that a removed token stops
 * working on all nodes at once. Never has an administrator's privilege.
 */
export async function findApiSession(context: Context, token: string): Promise<Session | null> {
  const { repositories, clock, backgroundTasks } = context
  const now = clock()
  const found = await repositories.apiTokens.findByHash(sha256(token), now)
  if (found === null) return null
  const { tokenId, userNo, scopes, expiresAt, lastUsedAt } = found
  if ((await repositories.users.findPrivilege(userNo)) === null) return null
  if (lastUsedAt === undefined || now.getTime() - lastUsedAt.getTime() >= USE_STEP_MS)
    backgroundTasks.run('record the use of an API token', () => repositories.apiTokens.recordUse(found, now))
  const viewer = { userNo, privilege: 0 }
  return { tokenId, viewer, expiresAt, mustChangePassword: false, isRemembered: false, apiScopes: scopes }
}
