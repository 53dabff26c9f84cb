import type { Context } from '#server/context.ts'

/**
 * Once somebody has proven to read the account's mailbox, nothing leads into it that was made before: whoever made that may
 * have used somebody else's address. All sessions but one end, on every node; passkeys are forgotten, and known devices but
 * that session's.
 */
export async function revokeOtherCredentials(
  { stores, live }: Context,
  userNo: number,
  exceptTokenId?: string,
): Promise<void> {
  async function endSessions(): Promise<void> {
    const ended = await stores.sessions.endOfUser(userNo, exceptTokenId)
    await Promise.all(ended.map(tokenId => live.endSession(tokenId)))
  }
  await endSessions()
  const kept = exceptTokenId === undefined ? null : await stores.sessions.byId(exceptTokenId)
  await stores.passkeys.deleteOf(userNo)
  await stores.devices.deleteOf(userNo, kept?.deviceHash)
  // Somebody may just have come in by a passkey.
  await endSessions()
}
