import type { Context } from '#server/context.ts'
import { relyingPartyOf } from '#server/features/passkeys/passkeys.verification.ts'
import { notSignedIn } from '#server/platform/errors.ts'

interface WayIn {
  passkeyId?: string
  linkId?: string
}

/**
 * Removes a passkey or a linked identity, unless the user could not sign in any more. Of two concurrent removals of the
 * last two, both notice that none is left and both are undone.
 */
export async function removeWayIn(
  context: Context,
  userNo: number,
  removed: WayIn,
  { remove, restore }: { remove: () => Promise<unknown>; restore: () => Promise<unknown> },
): Promise<'removed' | 'last'> {
  const user = await context.repositories.users.findByNo(userNo)
  if (user === null) throw notSignedIn()
  if (!user.withoutPassword) {
    await remove()
    return 'removed'
  }
  if (!(await hasWayInBeside(context, userNo, removed))) return 'last'
  await remove()
  if (await hasWayInBeside(context, userNo, removed)) return 'removed'
  await restore()
  return 'last'
}

/** For an account without a password. */
async function hasWayInBeside(
  { repositories, oidcProviders, publicUrl }: Context,
  userNo: number,
  removed: WayIn,
): Promise<boolean> {
  const [links, passkeys] = await Promise.all([
    repositories.oidcLinks.findByUser(userNo),
    repositories.passkeys.findByUser(userNo),
  ])
  const isUsable = ({ linkId, issuer }: { linkId: string; issuer: string }) =>
    linkId !== removed.linkId && oidcProviders.findByIssuer(issuer) !== null
  if (links.some(isUsable)) return true
  return (
    relyingPartyOf(publicUrl) !== null && passkeys.some(({ passkeyId }) => passkeyId !== removed.passkeyId)
  )
}
